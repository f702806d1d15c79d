import type { PaymentRequest } from '#contract/purchases.ts';
import type { StoreConfig } from '../config/config.ts';
import { decimalDollars } from '../ledger/money.ts';
import { errorCode } from '../logging/failures.ts';
import { gatewayOperations, type Meter, noMeter } from '../metrics/meter.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import { type RecordedAddress, readBillingAddress } from './billing-address.ts';
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
import { cardFields, readDeletion, readVaultCard, type SaleCard, type VaultCard } from './vault.ts';

export interface Sale {
  /** The purchase attempt's id. */
  readonly orderId: string;
  readonly card: SaleCard;
  /** Undefined: the address saved with the card. */
  readonly billing_address: PaymentRequest['billing_address'] | undefined;
  /** 0 only checks the card, and saves it if the card says so. */
  readonly amountCents: number;
  /** The customer's email, if known. The gateway's fraud checks use it and `ipAddress`. */
  readonly email: string | null;
  readonly ipAddress: string | undefined;
}

const queryTimeoutMs = 10_000;
/** HTTP status when requests exceed the gateway's rate limit across all merchants. */
const tooManyRequests = 429;

interface Post {
  readonly form: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Called right before the first byte is sent. If it returns false, the request is canceled. */
  readonly mayBegin?: (() => boolean) | undefined;
  readonly key?: string;
}

/** The response text, or why there is none. `unsent`: the gateway certainly processed nothing. */
type Reply =
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'unsent' | 'unknown'; readonly why: string };

interface GatewayOutside {
  readonly meter?: Pick<Meter, 'gatewayAsked'>;
  readonly tracing?: Pick<Tracing, 'span'> | undefined;
  readonly send?: SendForm;
}

/** Loads undici (1 MB) only for the first request, because most operator commands send none. */
const sendForm: SendForm = async (...request) => (await import('./send-form.ts')).sendForm(...request);

/** Client for NMI's Payment API: `transact.php` and `query.php`. */
export type CardGateway = ReturnType<typeof createCardGateway>;

export const createCardGateway = (
  settings: StoreConfig['gateway'],
  { meter = noMeter, tracing = noTracing, send = sendForm }: GatewayOutside = {},
) => {
  const { url, securityKey, previousSecurityKey, saleTimeoutMs } = settings;
  const { hostname } = new URL(url);

  // Posts a form without a `traceparent` header, because the gateway shouldn't see trace ids.
  const post = (path: string, { form, timeoutMs, mayBegin, key = securityKey }: Post) => {
    const operation = operationOf(form);
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
      const began = performance.now();
      let result: 'answered' | 'failed' = 'failed';
      try {
        const sent = { security_key: key, ...form };
        const { status, text } = await send(new URL(path, url), sent, timeoutMs, mayBegin);
        const ok = status >= 200 && status < 300;
        span.setAttributes({ 'http.response.status_code': status });
        if (ok) result = 'answered';
        else span.fail(String(status));
        return { ok, status, text };
      } finally {
        meter.gatewayAsked({ operation, result, seconds: (performance.now() - began) / 1_000 });
      }
    });
  };

  /** Sends a request to `transact.php` once. Never throws. */
  const transact = async (form: Post['form'], mayBegin?: () => boolean): Promise<Reply> => {
    try {
      const { ok, status, text } = await post('/api/transact.php', {
        form,
        timeoutMs: saleTimeoutMs,
        mayBegin,
      });
      if (ok) return { kind: 'reply', text };
      return { kind: status === tooManyRequests ? 'unsent' : 'unknown', why: `status ${status}` };
    } catch (error) {
      const why = failureCode(error);
      return { kind: notSentCodes.has(why) ? 'unsent' : 'unknown', why };
    }
  };

  /** Reads records. Retries with the previous key if the gateway refuses the current one. */
  const query = async <Result>(
    form: Record<string, string>,
    read: (xml: string) => Result,
    timeoutMs = queryTimeoutMs,
  ): Promise<Result> => {
    const askWith = async (key: string) => {
      const { ok, status, text } = await post('/api/query.php', { form, timeoutMs, key });
      if (!ok) throw new Error(`The gateway's records returned status ${status}.`);
      return read(text);
    };
    try {
      return await askWith(securityKey);
    } catch (error) {
      if (!(error instanceof RecordsRefusedError) || previousSecurityKey === undefined) throw error;
      return askWith(previousSecurityKey);
    }
  };

  const readAll = (
    filter: Record<string, string>,
    skipsUnreadable = false,
  ): AsyncGenerator<RecordedTransaction, void, void> =>
    readPages((page) =>
      query({ ...filter, result_limit: String(pageSize), page_number: String(page) }, (xml) =>
        readRecords(xml, skipsUnreadable),
      ),
    );

  const findTransaction = async (transactionId: string): Promise<RecordedTransaction | undefined> => {
    const found = await allOf(readAll({ transaction_id: transactionId }));
    return found.find((transaction) => transaction.transactionId === transactionId);
  };

  return {
    /** Charges or checks a card once. Never retries or throws. @param mayBegin called right before the first byte is sent */
    async sell(sale: Sale, mayBegin?: () => boolean): Promise<SaleOutcome> {
      const reply = await transact(saleForm(sale, settings), mayBegin);
      if (reply.kind === 'reply') return readSaleReply(reply.text, sale);
      const { kind, why } = reply;
      return kind === 'unsent' ? { kind, why } : { kind, why, timedOut: why === 'TimeoutError' };
    },

    /** Voids an unsettled charge. Returns false if the gateway refuses. @throws if the gateway can't be reached */
    async cancel(transactionId: string): Promise<boolean> {
      const form = { type: 'void', transactionid: transactionId };
      const { ok, text } = await post('/api/transact.php', { form, timeoutMs: saleTimeoutMs });
      return ok && new URLSearchParams(text).get('response') === '1';
    },

    /** Refunds or voids a sale once. Never throws. Don't retry an unknown outcome: NMI has no idempotency keys. */
    async reverse({ kind, transactionId, orderId, amountCents }: ReversalRequest): Promise<ReversalOutcome> {
      const form = { type: kind, transactionid: transactionId };
      // Lets `find` include a refund recorded as a separate transaction, if the gateway keeps the order id.
      const ofRefund = { amount: decimalDollars(amountCents), orderid: orderId };
      const reply = await transact(kind === 'refund' ? { ...form, ...ofRefund } : form);
      return reply.kind === 'reply' ? readReversalReply(reply.text) : reply;
    },

    /** Reads an order. @param refundIds refunds whose records may lack the order id @throws if records can't be read */
    async find(orderId: string, refundIds: readonly string[] = []): Promise<RecordedOrder> {
      const transactions = await allOf(readAll({ order_id: orderId }));
      const found = new Set(transactions.map(({ transactionId }) => transactionId));
      for (const refundId of refundIds.filter((id) => !found.has(id))) {
        const refund = await findTransaction(refundId);
        if (refund?.orderId === '') transactions.push({ ...refund, orderId });
      }
      return readOrder(transactions, orderId);
    },

    /** Returns all transactions recorded for an order. @throws if the records can't be read */
    recordsOf: (orderId: string): Promise<RecordedTransaction[]> => allOf(readAll({ order_id: orderId })),

    /** Finds a transaction by the gateway's id. @throws if the records can't be read */
    findTransaction,

    /** Returns a saved card, or undefined if the vault doesn't have it. @throws if the vault can't be read */
    findVaultCard: (vaultId: string, timeoutMs?: number): Promise<VaultCard | undefined> =>
      query(
        { report_type: 'customer_vault', customer_vault_id: vaultId },
        (xml) => readVaultCard(xml, vaultId),
        timeoutMs,
      ),

    /** Deletes a saved card from the vault. Safe to repeat. @throws if the gateway refuses or can't be reached */
    async deleteVaultCard(vaultId: string, timeoutMs = queryTimeoutMs): Promise<void> {
      const form = { customer_vault: 'delete_customer', customer_vault_id: vaultId };
      const { ok, status, text } = await post('/api/transact.php', { form, timeoutMs });
      if (!ok) throw new Error(`The gateway's vault returned status ${status}.`);
      readDeletion(text);
    },

    /** Returns a transaction's billing address, or undefined if incomplete. @throws if the records can't be read */
    findBillingAddress: (transactionId: string, timeoutMs?: number): Promise<RecordedAddress | undefined> =>
      query({ transaction_id: transactionId }, (xml) => readBillingAddress(xml, transactionId), timeoutMs),

    /**
     * Yields every transaction changed since a time, oldest first, including unreadable ones ({@link
     * isUnreadable}). Records lag, so overlap the time of the last call.
     */
    changedSince: (since: Date): AsyncGenerator<RecordedTransaction, void, void> =>
      readAll({ start_date: gatewayTime(since), result_order: 'standard' }, true),
  };
};

const operationOf = ({ type, customer_vault }: Post['form']) =>
  gatewayOperations.find((known) => known === type) ?? (customer_vault === undefined ? 'query' : 'vault');

const allOf = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** Removes tags from user input. Some gateways don't escape user input, so it could look like another record. */
const withoutTags = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.replaceAll(/[<>]/g, ' ')]));

const saleForm = (
  { orderId, amountCents, email, ipAddress, card, billing_address }: Sale,
  { duplicateSeconds, customerReceipts }: StoreConfig['gateway'],
): Record<string, string> => ({
  type: amountCents === 0 ? 'validate' : 'sale',
  ...cardFields(card),
  amount: decimalDollars(amountCents),
  currency: 'USD',
  orderid: orderId,
  ...(amountCents > 0 && duplicateSeconds !== undefined && { dup_seconds: String(duplicateSeconds) }),
  ...(amountCents > 0 && email !== null && customerReceipts && { customer_receipt: 'true' }),
  ...(ipAddress !== undefined && { ipaddress: ipAddress }),
  ...withoutTags({
    ...(email !== null && { email }),
    ...(billing_address && {
      ...billing_address,
      state: billing_address.state.toUpperCase(),
      country: billing_address.country.toUpperCase(),
    }),
  }),
});

/** Formats a time as `YYYYMMDDhhmmss` in UTC (NMI, "Query API"). */
const gatewayTime = (date: Date): string => date.toISOString().slice(0, 19).replaceAll(/\D/g, '');

/** Codes of failures before the first byte of the request is sent. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'NOT_BEGUN',
]);

/** Returns a system or undici error code, or the error's name if it has no code (such as a timeout). */
const failureCode = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
