import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { openJournal } from '../durable/journal.ts';
import { actionTime } from './records/query-xml.ts';
import { type Action, conditionOf, type Transaction } from './records/transaction.ts';
import { decimalAmount } from './transact/amounts.ts';

const eventSchema = v.object({ id: v.string(), body: v.string() });
const entrySchema = v.union([v.object({ delivered: v.string() }), eventSchema]);
type Event = v.InferOutput<typeof eventSchema>;

export interface WebhookOptions {
  /** The merchant's address for events. */
  readonly url: string;
  readonly signingKey: string;
}

const timeoutMs = 15_000;
const firstRetryMs = 500;
const maxRetryMs = 60_000;

/**
 * Sends events to a merchant's server until it responds 2xx, also after a restart. Opens the list of events in
 * `dataDir` and goes on with those that were not delivered.
 */
export const openWebhook = async (
  dataDir: string,
  { url, signingKey }: WebhookOptions,
  clock: () => number,
) => {
  const journal = await openJournal(join(dataDir, 'events.jsonl'), entrySchema, { owner: 'gateway' });
  const retries = new Map<string, NodeJS.Timeout>();
  const deliveries = new Set<Promise<void>>();
  const closing = new AbortController();

  const isAccepted = async ({ body }: Event): Promise<boolean> => {
    const headers = {
      'Content-Type': 'application/json',
      'Webhook-Signature': signatureOf(body, signingKey, Math.floor(clock() / 1000)),
    };
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
      await reply.arrayBuffer();
      return reply.ok;
    } catch {
      return false;
    }
  };

  const deliver = async (event: Event, retryMs: number): Promise<void> => {
    retries.delete(event.id);
    if (await isAccepted(event)) return journal.append({ delivered: event.id });
    if (closing.signal.aborted) return;
    const retry = () => startDelivery(event, Math.min(2 * retryMs, maxRetryMs));
    retries.set(event.id, setTimeout(retry, retryMs));
  };

  const startDelivery = (event: Event, retryMs = firstRetryMs): void => {
    const delivery = deliver(event, retryMs).finally(() => deliveries.delete(delivery));
    deliveries.add(delivery);
  };

  const undelivered = new Map<string, Event>();
  for (const entry of journal.entries) {
    if ('delivered' in entry) undelivered.delete(entry.delivered);
    else undelivered.set(entry.id, entry);
  }
  for (const event of undelivered.values()) startDelivery(event);

  return {
    /** Keeps the event and begins to deliver it. */
    announce(transaction: Transaction, action: Action): void {
      const id = randomUUID();
      const event = { id, body: transactionEvent(id, transaction, action) };
      void journal.append(event);
      startDelivery(event);
    },
    async close(): Promise<void> {
      closing.abort();
      for (const retry of retries.values()) clearTimeout(retry);
      await Promise.all(deliveries);
      await journal.close();
    },
  };
};

/** `t=<seconds since the epoch>,s=<hex HMAC-SHA256 of "t.body">`. */
const signatureOf = (body: string, key: string, seconds: number): string =>
  `t=${seconds},s=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;

const transactionEvent = (id: string, transaction: Transaction, action: Action): string =>
  JSON.stringify({
    event_id: id,
    event_type: `transaction.${action.type}.${action.success ? 'success' : 'failure'}`,
    event_body: {
      transaction_id: transaction.transactionId,
      condition: conditionOf(transaction),
      order_id: transaction.orderId,
      action: {
        amount: decimalAmount(action.amountCents),
        action_type: action.type,
        date: actionTime(action.at),
        success: action.success ? '1' : '0',
        response_text: action.text,
        response_code: String(action.code),
      },
    },
  });
