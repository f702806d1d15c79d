import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { serve } from '../../local-services/test/serving.ts';
import type { WebhookOptions } from '../src/events/deliveries.ts';

const signingKey = 'a-signing-key';

export interface Delivery {
  readonly raw: string;
  readonly event_id: string;
  readonly event_type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a body holds is what the tests look at
  readonly event_body: any;
}

export interface Merchant {
  readonly webhook: WebhookOptions;
  readonly deliveries: Delivery[];
  /** The answer to deliveries. */
  status: number;
  /** Waits until there were this many deliveries in total. */
  received(count: number): Promise<Delivery[]>;
  types(): string[];
}

/**
 * A merchant's server. By default, events arrive immediately, and retries a thousand times faster. `more`
 * overrides that.
 */
export const startMerchant = async (more: Partial<WebhookOptions> = {}): Promise<Merchant> => {
  const deliveries: Delivery[] = [];
  const { origin } = await serve(async (request, response) => {
    const raw = await text(request);
    deliveries.push({ ...JSON.parse(raw), raw });
    response.writeHead(merchant.status).end();
  });
  const merchant: Merchant = {
    webhook: { url: origin, signingKey, delayMs: 0, retryScale: 1 / 1000, ...more },
    deliveries,
    status: 200,
    async received(count) {
      await vi.waitUntil(() => deliveries.length >= count, { timeout: 10_000, interval: 5 });
      return deliveries;
    },
    types: () => deliveries.map(({ event_type }) => event_type),
  };
  return merchant;
};
