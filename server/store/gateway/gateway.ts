import type { PaymentRequest } from '#contract/purchases.ts';
import type { StoreConfig } from '../config.ts';
import { errorCode } from '../failures.ts';
import { gatewayOperations, type Meter, noMeter } from '../metrics/meter.ts';
import { decimalDollars } from '../money.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import { fetchForm } from './fetch-form.ts';
import { type RecordedOrder, readOrder } from './order.ts';
import {
  pageSize,
  type RecordedTransaction,
  RecordsRefusedError,
  readPages,
  readRecords,
} from './records.ts';
import { type ReversalOutcome, type ReversalRequest, readReversalReply } from './reversal-reply.ts';
import { readSaleReply, type SaleOutcome } from './sale-reply.ts';
import type { SendForm } from './send-form.ts';

/** What is sold, to whose card, and for how much. */
export interface Sale extends Pick<PaymentRequest, 'payment_token' | 'billing_address'> {
  /** The gateway's order id: the purchase attempt's id. */
  readonly orderId: string;
  readonly amountCents: number;
  /** The customer's, where they are known: the gateway's checks against fraud work with them. */
  readonly email: string | null;
  readonly ipAddress: string | undefined;
}

const queryTimeoutMs = 10_000;
/** The gateway's limit over all merchants. */
const tooManyRequests = 429;

/** How long a request may take, and whether it may begin at all, which is asked right before its first byte. */
interface Limits {
  readonly timeoutMs: number;
  readonly mayBegin?: (() => boolean) | undefined;
}

/** What a gateway is used with, beside its settings. */
interface GatewayOutside {
  readonly meter?: Pick<Meter, 'gatewayAsked'>;
  readonly tracing?: Pick<Tracing, 'span'> | undefined;
  readonly send?: SendForm;
}

/** The merchant's side of the card gateway (NMI's Payment API: `transact.php` and `query.php`). */
export type CardGateway = ReturnType<typeof createCardGateway>;

/**
 * Connects to a gateway over HTTP.
 *
 * @param outside who counts requests and is told of them as spans, and how they are sent
 */
export const createCardGateway = (
  settings: StoreConfig['gateway'],
  { meter = noMeter, tracing = noTracing, send = fetchForm }: GatewayOutside = {},
) => {
  const { url, securityKey, previousSecurityKey, saleTimeoutMs } = settings;
  const { hostname } = new URL(url);

  // No `traceparent`: a trace is nothing of the gateway's.
  const ask = async (path: string, form: Record<string, string>, { timeoutMs, mayBegin }: Limits) => {
    const { status, text } = await send(new URL(path, url), form, timeoutMs, mayBegin);
    return { ok: status >= 200 && status < 300, status, text };
  };

  const measure = async (
    operation: (typeof gatewayOperations)[number],
    asking: () => ReturnType<typeof ask>,
  ) => {
    const began = performance.now();
    let result: 'answered' | 'failed' = 'failed';
    try {
      const reply = await asking();
      if (reply.ok) result = 'answered';
      return reply;
    } finally {
      meter.gatewayAsked({ operation, result, seconds: (performance.now() - began) / 1_000 });
    }
  };

  const post = async (path: string, form: Record<string, string>, limits: Limits, key = securityKey) => {
    const operation = gatewayOperations.find((known) => known === form['type']) ?? 'query';
    const start = {
      name: `POST ${path}`,
      kind: 'client',
      attributes: {
        'http.request.method': 'POST',
        'url.template': path,
        'server.address': hostname,
        'coffer.gateway.operation': operation,
      },
    } as const;
    return tracing.span(start, async (span) => {
      const reply = await measure(operation, () => ask(path, { security_key: key, ...form }, limits));
      span.tell({ 'http.response.status_code': reply.status });
      if (!reply.ok) span.fail(String(reply.status));
      return reply;
    });
  };
  const readPage = async (form: Record<string, string>, skipsUnreadable: boolean, key?: string) => {
    const { ok, status, text } = await post('/api/query.php', form, { timeoutMs: queryTimeoutMs }, key);
    if (!ok) throw new Error(`The gateway's records answered status ${status}.`);
    return readRecords(text, skipsUnreadable);
  };

  const readAll = (
    filter: Record<string, string>,
    skipsUnreadable = false,
  ): AsyncGenerator<RecordedTransaction, void, void> =>
    readPages(async (page) => {
      const form = { ...filter, result_limit: String(pageSize), page_number: String(page) };
      try {
        return await readPage(form, skipsUnreadable);
      } catch (error) {
        if (!(error instanceof RecordsRefusedError) || previousSecurityKey === undefined) throw error;
        return readPage(form, skipsUnreadable, previousSecurityKey);
      }
    });

  const findTransaction = async (transactionId: string): Promise<RecordedTransaction | undefined> => {
    const found = await allOf(readAll({ transaction_id: transactionId }));
    return found.find((transaction) => transaction.transactionId === transactionId);
  };

  return {
    /**
     * Charges once. Is never repeated by itself, and never throws: every failure is an outcome.
     *
     * @param mayBegin is asked right before the first byte. False: the sale is not sent
     */
    async sell(sale: Sale, mayBegin?: () => boolean): Promise<SaleOutcome> {
      try {
        const { ok, status, text } = await post('/api/transact.php', saleForm(sale, settings), {
          timeoutMs: saleTimeoutMs,
          mayBegin,
        });
        if (status === tooManyRequests) return { kind: 'unsent', why: `status ${status}` };
        if (!ok) return { kind: 'unknown', why: `status ${status}`, timedOut: false };
        return readSaleReply(text, sale);
      } catch (error) {
        const code = failureCode(error);
        return notSentCodes.has(code)
          ? { kind: 'unsent', why: code }
          : { kind: 'unknown', why: code, timedOut: code === 'TimeoutError' };
      }
    },

    /**
     * Takes a charge back before it settles.
     *
     * @returns whether the gateway says that it is taken back
     * @throws when the gateway cannot be asked now
     */
    async cancel(transactionId: string): Promise<boolean> {
      const form = { type: 'void', transactionid: transactionId };
      const { ok, text } = await post('/api/transact.php', form, { timeoutMs: saleTimeoutMs });
      return ok && new URLSearchParams(text).get('response') === '1';
    },

    /**
     * Gives back what a sale charged. Is never repeated by itself, and never throws: every failure is an outcome. The
     * gateway knows no idempotency: one whose outcome is unknown must not be sent again.
     */
    async reverse({ kind, transactionId, orderId, amountCents }: ReversalRequest): Promise<ReversalOutcome> {
      const form = { type: kind, transactionid: transactionId };
      // A refund in a transaction of its own is found by the order id, where the gateway keeps it.
      const ofRefund = { amount: decimalDollars(amountCents), orderid: orderId };
      try {
        const { ok, status, text } = await post(
          '/api/transact.php',
          kind === 'refund' ? { ...form, ...ofRefund } : form,
          { timeoutMs: saleTimeoutMs },
        );
        if (status === tooManyRequests) return { kind: 'unsent', why: `status ${status}` };
        return ok ? readReversalReply(text) : { kind: 'unknown', why: `status ${status}` };
      } catch (error) {
        const code = failureCode(error);
        return { kind: notSentCodes.has(code) ? 'unsent' : 'unknown', why: code };
      }
    },

    /**
     * What the gateway's records say about an order.
     *
     * @param refundIds transactions that are known to be refunds of it, as their records may not name the order
     * @throws when they cannot be read now
     */
    async find(orderId: string, refundIds: readonly string[] = []): Promise<RecordedOrder> {
      const transactions = await allOf(readAll({ order_id: orderId }));
      const found = new Set(transactions.map(({ transactionId }) => transactionId));
      for (const refundId of refundIds.filter((id) => !found.has(id))) {
        const refund = await findTransaction(refundId);
        if (refund?.orderId === '') transactions.push({ ...refund, orderId });
      }
      return readOrder(transactions, orderId);
    },

    /**
     * The transactions that the gateway's records have of an order, as they stand there.
     * @throws when they cannot be read now
     */
    recordsOf: (orderId: string): Promise<RecordedTransaction[]> => allOf(readAll({ order_id: orderId })),

    /**
     * A transaction by the gateway's own id: of a refund, for example, that names no order.
     *
     * @returns undefined where the records do not have it, or not yet
     * @throws when they cannot be read now
     */
    findTransaction,

    /**
     * Every transaction, whoever's it is, that was made, settled, voided, refunded or returned since then, oldest first.
     * The records lag: look back further than to the last look. What can't be read of them is in its place ({@link isUnreadable}).
     *
     * @throws when they cannot be read now
     */
    changedSince: (since: Date): AsyncGenerator<RecordedTransaction, void, void> =>
      readAll({ start_date: gatewayTime(since), result_order: 'standard' }, true),
  };
};

const allOf = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** Some gateways write what was typed into their records as it is: a tag in it could pass for a part of the record. */
const withoutTags = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.replaceAll(/[<>]/g, ' ')]));

const saleForm = (
  { orderId, amountCents, email, ipAddress, payment_token, billing_address }: Sale,
  { duplicateSeconds, customerReceipts }: StoreConfig['gateway'],
): Record<string, string> => ({
  type: 'sale',
  payment_token,
  amount: decimalDollars(amountCents),
  currency: 'USD',
  orderid: orderId,
  ...(duplicateSeconds !== undefined && { dup_seconds: String(duplicateSeconds) }),
  ...(email !== null && customerReceipts && { customer_receipt: 'true' }),
  ...(ipAddress !== undefined && { ipaddress: ipAddress }),
  ...withoutTags({
    ...(email !== null && { email }),
    ...billing_address,
    state: billing_address.state.toUpperCase(),
    country: billing_address.country.toUpperCase(),
  }),
});

/** `YYYYMMDDhhmmss`, in UTC (NMI, "Query API"). */
const gatewayTime = (date: Date): string => date.toISOString().slice(0, 19).replaceAll(/\D/g, '');

/** Failures before the first byte of the request has left. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'NOT_BEGUN',
]);

/** The system's code, or undici's; a time-out is known by its name. */
const failureCode = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
