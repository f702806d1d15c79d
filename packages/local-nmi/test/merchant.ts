import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { serve } from '../../local-services/test/serving.ts';
import type { WebhookOptions } from '../src/events/deliveries.ts';

const signingKey = 'a-signing-key';

interface Delivery {
  readonly raw: string;
  readonly event_id: string;
  readonly event_type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a body holds is what the tests look at
  readonly event_body: any;
}

/**
 * A merchant's server. By default, events arrive immediately, and retries a thousand times faster. `more`
 * overrides that.
 */
export const startMerchant = async (more: Partial<WebhookOptions> = {}) => {
  const deliveries: Delivery[] = [];
  const { origin } = await serve(async (request, response) => {
    const raw = await text(request);
    deliveries.push({ ...JSON.parse(raw), raw });
    response.writeHead(merchant.status).end();
  });
  const merchant = {
    webhook: { url: origin, signingKey, delayMs: 0, retryScale: 1 / 1000, ...more },
    deliveries,
    /** The answer to deliveries. */
    status: 200,
    /** Waits until there were this many deliveries in total. */
    async received(count: number) {
      await vi.waitUntil(() => deliveries.length >= count, { timeout: 10_000, interval: 5 });
      return deliveries;
    },
    types: () => deliveries.map(({ event_type }) => event_type),
  };
  return merchant;
};
