import { callForRow } from '../database/call-function.ts';
import type { Database } from '../database/database.ts';
import type { DeliveryConsequence } from '../database/functions.gen.ts';
import { toEvent } from '../events/merchant-events.ts';
import type { Log } from '../logging/logging.ts';
import type { Meter } from '../metrics/meter.ts';
import { createOutboxSender, patienceMs, retryDelayMs } from '../outbox.ts';
import { type ClaimLimits, claimDeliveries, type Delivery, queueDeliveries } from './deliveries.ts';
import type { EventPoster, PostResult } from './post-event.ts';
import { signEvent } from './signature.ts';

export type WebhookSender = ReturnType<typeof createWebhookSender>;

interface SenderParts {
  readonly database: Database;
  readonly log: Log;
  readonly meter: Meter;
  readonly poster: EventPoster;
  readonly limits: ClaimLimits;
}

/** Sends events to the merchant's endpoints, each at least once. */
export const createWebhookSender = ({ database, log, meter, poster, limits }: SenderParts) => {
  const { sendDue, idle, close } = createOutboxSender<Delivery>({
    claim: (inFlight) => claimDeliveries(database, inFlight, limits),
    async deliver(delivery, signal) {
      const { endpoint_id: endpoint, event_id, attempts, url, secrets } = delivery;
      const body = JSON.stringify(toEvent(delivery.event));
      const event = { url, headers: signEvent(delivery.event.id, body, secrets), body };
      const result = await poster.post(event, signal);
      const { outcome } = result;
      if (signal.aborted && outcome !== 'delivered') return;
      const { value: consequence } = await callForRow(database, 'book_delivery', {
        endpoint,
        event: event_id,
        attempts,
        outcome: outcome === 'delivered' || outcome === 'gone' ? outcome : 'failed',
        retry_ms: retryDelayMs(attempts),
        patience_ms: patienceMs,
      });
      meter.eventSent(consequence === 'given-up' ? 'given-up' : outcome);
      report(log, delivery, result, consequence);
    },
    onError: ({ endpoint_id: endpointId, event }, error) =>
      log.error({ event: 'webhook-not-booked', endpointId, eventId: event.id, error }),
  });

  return {
    /** Starts sending due events, without waiting for responses. Runs as a background job. */
    async work(): Promise<void> {
      await queueDeliveries(database);
      await sendDue();
    },
    /** Resolves when no delivery is in flight. */
    idle,
    /** Starts no more deliveries. Waits for responses up to `graceMs` milliseconds, then aborts the rest. */
    async close(graceMs: number): Promise<void> {
      await close(graceMs);
      await poster.close();
    },
  };
};

const report = (
  log: Log,
  { endpoint_id: endpointId, event: { id: eventId, type } }: Delivery,
  { outcome, status, why }: PostResult,
  consequence: DeliveryConsequence,
): void => {
  const about = { endpointId, eventId, type, outcome, why, status };
  if (consequence === 'disabled') log.error({ event: 'webhook-endpoint-disabled', ...about });
  if (consequence === 'given-up') log.warn({ event: 'webhook-given-up', ...about });
  if (consequence === 'retried') log.info({ event: 'webhook-failed', ...about });
};
