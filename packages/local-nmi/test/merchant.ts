import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { serve } from '../../local-services/test/serving.ts';
import type { WebhookOptions } from '../src/events/deliveries.ts';

const signingKey = 'a-signing-key';

interface Delivery {
  readonly raw: string;
  readonly event_id: string;
  readonly event_type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check what a body contains
  readonly event_body: any;
}

/**
 * Starts a merchant's server. By default, events are sent without a delay and retried 1,000 times faster.
 * `more` overrides these options.
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
    /** HTTP status of the response to each delivery. */
    status: 200,
    /** Waits for `count` deliveries in total, then returns all deliveries. */
    async received(count: number) {
      await vi.waitUntil(() => deliveries.length >= count, { timeout: 10_000, interval: 5 });
      return deliveries;
    },
    types: () => deliveries.map(({ event_type }) => event_type),
  };
  return merchant;
};
