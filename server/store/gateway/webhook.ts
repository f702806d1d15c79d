import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

const reversalSchema = v.object({
  event_type: v.picklist(['transaction.refund.success', 'transaction.void.success']),
  event_body: v.object({ order_id: v.pipe(v.string(), v.uuid()) }),
});

/**
 * Whether the gateway signed this body: `Webhook-Signature` is `t=<nonce>,s=<hex HMAC-SHA256 of "nonce.body">` (NMI,
 * "Webhooks"). The nonce may be a time, but of the first delivery as well as of this one, so its age tells nothing. An
 * event is only a reason to read the gateway's records: one that is repeated changes nothing.
 */
export const isSigned = (signature: string | undefined, body: string, key: string): boolean => {
  const [, nonce, hex] = /^t=([^,]{1,200}),s=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (nonce === undefined || hex === undefined) return false;
  const expected = createHmac('sha256', key).update(`${nonce}.${body}`).digest();
  return timingSafeEqual(Buffer.from(hex, 'hex'), expected);
};

/** The order of ours that an event says was refunded or voided; undefined for every other event. */
export const reversedOrderIn = (body: string): string | undefined => {
  const event = v.safeParse(v.pipe(v.string(), v.parseJson(), reversalSchema), body);
  return event.success ? event.output.event_body.order_id : undefined;
};
