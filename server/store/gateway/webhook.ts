import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

/** How old a signed event may be, in seconds: a gateway signs anew for each delivery. */
const longestAge = 300;

const refundSchema = v.object({
  event_type: v.literal('transaction.refund.success'),
  event_body: v.object({ order_id: v.pipe(v.string(), v.uuid()) }),
});

/**
 * Whether the gateway signed this body just now: `Webhook-Signature` is `t=<seconds>,s=<hex HMAC-SHA256 of "t.body">`
 * (NMI, "Webhooks").
 */
export const isSigned = (signature: string | undefined, body: string, key: string, now: Date): boolean => {
  const [, seconds, hex] = /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (seconds === undefined || hex === undefined) return false;
  const expected = createHmac('sha256', key).update(`${seconds}.${body}`).digest();
  const isFresh = Math.abs(now.getTime() / 1000 - Number(seconds)) <= longestAge;
  return isFresh && timingSafeEqual(Buffer.from(hex, 'hex'), expected);
};

/** The order of ours that an event says was refunded; undefined for every other event. */
export const refundedOrderIn = (body: string): string | undefined => {
  const event = v.safeParse(v.pipe(v.string(), v.parseJson(), refundSchema), body);
  return event.success ? event.output.event_body.order_id : undefined;
};
