import { setMaxListeners } from 'node:events';
import type { Database } from '../database/database.ts';
import type { DeliveryConsequence } from '../database/functions.gen.ts';
import { toEvent } from '../events/merchant-events.ts';
import type { Log } from '../logging/logging.ts';
import type { Meter } from '../metrics/meter.ts';
import { patienceMs, retryDelayMs } from '../retries.ts';
import {
  bookDelivery,
  type ClaimLimits,
  claimDeliveries,
  type Delivery,
  queueDeliveries,
} from './deliveries.ts';
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

/** Maximum delay for a timer, in ms. `work` sends later retries. */
const longestTimerMs = 60_000;

/**
 * Sends events to the merchant's endpoints, each at least once. If an attempt's outcome is never stored, the
 * event is due again when the attempt's lease expires.
 */
export const createWebhookSender = ({ database, log, meter, poster, limits }: SenderParts) => {
  /** Deliveries in flight, with their endpoints. */
  const underWay = new Map<Promise<void>, string>();
  const timers = new Set<NodeJS.Timeout>();
  const breakingOff = new AbortController();
  // Each attempt adds a listener, and Node warns about more than ten.
  setMaxListeners(0, breakingOff.signal);
  let claiming: Promise<void> | undefined;
  let hasMissedClaim = false;
  let isClosed = false;

  const claim = async (): Promise<void> => {
    do {
      hasMissedClaim = false;
      const countsByEndpoint = new Map<string, number>();
      for (const id of underWay.values()) countsByEndpoint.set(id, (countsByEndpoint.get(id) ?? 0) + 1);
      const claimed = await claimDeliveries(database, countsByEndpoint, limits);
      if (!isClosed) for (const delivery of claimed) start(delivery);
    } while (hasMissedClaim && !isClosed);
  };

  const sendDue = async (): Promise<void> => {
    hasMissedClaim = true;
    if (isClosed) return;
    claiming ??= claim().finally(() => {
      claiming = undefined;
    });
    await claiming;
  };
  /** Sends due events and ignores errors. If the database is unreachable, the next `work` reports it. */
  const sendDueIfPossible = () => void sendDue().catch(() => undefined);

  const sendLater = (delayMs: number): void => {
    if (delayMs > longestTimerMs || isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      sendDueIfPossible();
    }, delayMs);
    timers.add(timer);
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    const { endpoint_id: endpoint, event_id, attempts, url, secrets } = delivery;
    const body = JSON.stringify(toEvent(delivery.event));
    const event = { url, headers: signEvent(delivery.event.id, body, secrets), body };
    const result = await poster.post(event, breakingOff.signal);
    if (breakingOff.signal.aborted && result.outcome !== 'delivered') return;
    const retryMs = retryDelayMs(attempts);
    const { outcome } = result;
    const consequence = await bookDelivery(database, {
      endpoint,
      event: event_id,
      attempts,
      outcome: outcome === 'delivered' || outcome === 'gone' ? outcome : 'failed',
      retry_ms: retryMs,
      patience_ms: patienceMs,
    });
    meter.eventSent(consequence === 'given-up' ? 'given-up' : outcome);
    report(log, delivery, result, consequence);
    if (consequence === 'retried') sendLater(retryMs);
  };

  const start = (delivery: Delivery): void => {
    const { endpoint_id: endpointId, event } = delivery;
    const running = deliver(delivery)
      .catch((error: unknown) =>
        log.error({ event: 'webhook-not-booked', endpointId, eventId: event.id, error }),
      )
      .finally(() => {
        underWay.delete(running);
        sendDueIfPossible();
      });
    underWay.set(running, endpointId);
  };

  const idle = async (): Promise<void> => {
    while (underWay.size > 0 || claiming !== undefined)
      await Promise.allSettled([...underWay.keys(), claiming]);
  };

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
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      const limit = setTimeout(() => breakingOff.abort(), graceMs);
      await idle();
      clearTimeout(limit);
      await poster.close();
    },
  };
};

const report = (
  log: Log,
  { endpoint_id: endpointId, event: { id: eventId, type } }: Delivery,
  result: PostResult,
  consequence: DeliveryConsequence,
): void => {
  if (consequence === 'delivered') return;
  const { outcome } = result;
  const why = 'why' in result ? result.why : undefined;
  const status = 'status' in result ? result.status : undefined;
  const about = { endpointId, eventId, type, outcome, why, status };
  if (consequence === 'disabled') log.error({ event: 'webhook-endpoint-disabled', ...about });
  else if (consequence === 'given-up') log.warn({ event: 'webhook-given-up', ...about });
  else log.info({ event: 'webhook-failed', ...about });
};
