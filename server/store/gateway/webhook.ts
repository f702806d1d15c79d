import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { wellFormed } from './records.ts';

/**
 * Returns whether the webhook's signature is `t=<nonce>,s=<hex HMAC-SHA256 of "nonce.body">` (NMI,
 * "Webhooks"). A replay is harmless: events only make the store read the gateway's records.
 */
export const isSigned = (signature: string | undefined, body: string | Uint8Array, key: string): boolean => {
  const [, nonce, hex] = /^t=([^,]{1,200}),s=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (nonce === undefined || hex === undefined) return false;
  const expected = createHmac('sha256', key).update(`${nonce}.`).update(body).digest();
  return timingSafeEqual(Buffer.from(hex, 'hex'), expected);
};

/** An id as a string or a number. Absent, empty and 0 become null. */
const id = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((given) => wellFormed(String(given)).trim()),
    v.transform((given) => (given === '' || given === '0' || given.length > 200 ? null : given)),
  ),
  null,
);
const words = v.fallback(
  v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200), v.transform(wellFormed)),
  ),
  undefined,
);

const actionSchema = v.object({
  action_type: words,
  amount: words,
  success: words,
  date: words,
  response_code: words,
});

/** `chargeback.batch.complete` events name neither an order nor a transaction. */
const chargebackSchema = v.object({ id, date: words, amount: words, reason: words });

/** Keeps only the vault id. The rows also contain card data, but the store reads it from the vault instead. */
const updatedSchema = v.object({ customer_vault_id: id });
const updates = v.fallback(
  v.optional(v.array(v.fallback(updatedSchema, { customer_vault_id: null })), []),
  [],
);

/** The stored parts of an event. They contain no personal data or card data. */
const bodySchema = v.pipe(
  v.object({
    transaction_id: id,
    order_id: id,
    condition: words,
    updated_date: words,
    action: v.fallback(v.optional(actionSchema), undefined),
    chargebacks: v.fallback(v.optional(v.array(v.fallback(chargebackSchema, { id: null }))), undefined),
    vault_updated_cards: updates,
    vault_updated_expiration_dates: updates,
    vault_updates: updates,
  }),
  v.transform(({ vault_updated_cards, vault_updated_expiration_dates, vault_updates, ...body }) => {
    const rows = [...vault_updated_cards, ...vault_updated_expiration_dates, ...vault_updates];
    const vault_ids = [...new Set(rows.flatMap(({ customer_vault_id }) => customer_vault_id ?? []))];
    return { ...body, ...(vault_ids.length > 0 && { vault_ids }) };
  }),
);

const eventSchema = v.object({
  event_id: v.pipe(
    id,
    // Ignore such an id, because replacing bad characters could make two different ids equal.
    v.transform((given) => (given?.includes('\u{FFFD}') ? null : given)),
  ),
  event_type: v.fallback(
    v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.transform(wellFormed)),
    'unknown',
  ),
  event_body: v.fallback(bodySchema, { transaction_id: null, order_id: null }),
});

export interface GatewayEvent {
  readonly id: string;
  /** Event type, such as `transaction.refund.success`. `unknown` if absent. */
  readonly type: string;
  readonly body: v.InferOutput<typeof bodySchema>;
}

/** Reads an event leniently. The store keeps every signed event, if only for an operator. */
export const readEvent = (body: Uint8Array): GatewayEvent => {
  const text = new TextDecoder().decode(body);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), text);
  const { event_id, event_type, event_body } = read.success ? read.output : v.parse(eventSchema, {});
  return {
    id: event_id ?? createHash('sha256').update(body).digest('hex'),
    type: event_type,
    body: event_body,
  };
};
