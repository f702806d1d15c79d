import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { openJournal } from '../durable/journal.ts';
import type { SaleRecord } from './transaction-log.ts';

const eventSchema = v.object({ id: v.string(), body: v.string() });
const entrySchema = v.union([v.object({ delivered: v.string() }), eventSchema]);
type Event = v.InferOutput<typeof eventSchema>;

export interface WebhookOptions {
  /** The merchant's address for events. */
  readonly url: string;
  readonly signingKey: string;
}

/** Tells a merchant's server what happened, until it answers 2xx, also after a restart. */
export interface Webhook {
  /** Keeps the event and begins to deliver it. */
  sendRefund(sale: SaleRecord, refundId: string): void;
  close(): Promise<void>;
}

const timeoutMs = 15_000;
const firstRetryMs = 500;
const maxRetryMs = 60_000;

/** Opens the list of events in `dataDir` and goes on with those that were not delivered. */
export async function openWebhook(
  dataDir: string,
  { url, signingKey }: WebhookOptions,
  clock: () => number,
): Promise<Webhook> {
  const journal = await openJournal(join(dataDir, 'events.jsonl'), entrySchema, { owner: 'gateway' });
  const retries = new Map<string, NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  async function post({ body }: Event): Promise<boolean> {
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
  }

  async function deliver(event: Event, retryMs: number): Promise<void> {
    retries.delete(event.id);
    if (await post(event)) return journal.append({ delivered: event.id });
    if (closing.signal.aborted) return;
    const retry = () => begin(event, Math.min(2 * retryMs, maxRetryMs));
    retries.set(event.id, setTimeout(retry, retryMs));
  }

  function begin(event: Event, retryMs: number): void {
    const delivery = deliver(event, retryMs).finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  }

  const open = new Map<string, Event>();
  for (const entry of journal.entries) {
    if ('delivered' in entry) open.delete(entry.delivered);
    else open.set(entry.id, entry);
  }
  for (const event of open.values()) begin(event, firstRetryMs);

  return {
    sendRefund(sale, refundId) {
      const id = randomUUID();
      const event = { id, body: refundEvent(id, sale, refundId) };
      void journal.append(event);
      begin(event, firstRetryMs);
    },
    async close() {
      closing.abort();
      for (const retry of retries.values()) clearTimeout(retry);
      await Promise.all(underWay);
      await journal.close();
    },
  };
}

/** `t=<seconds since the epoch>,s=<hex HMAC-SHA256 of "t.body">`. */
function signatureOf(body: string, key: string, seconds: number): string {
  return `t=${seconds},s=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;
}

function refundEvent(id: string, sale: SaleRecord, refundId: string): string {
  return JSON.stringify({
    event_id: id,
    event_type: 'transaction.refund.success',
    event_body: {
      transaction_id: refundId,
      original_transaction_id: sale.transactionId,
      order_id: sale.orderId,
      condition: 'pendingsettlement',
      action: {
        amount: (-sale.amountCents / 100).toFixed(2),
        action_type: 'refund',
        success: '1',
        response_text: 'SUCCESS',
        response_code: '100',
      },
    },
  });
}
