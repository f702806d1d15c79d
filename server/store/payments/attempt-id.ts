import { createHash } from 'node:crypto';
import type { PaymentRequest } from '#contract/purchases.ts';

/** SHA-256 of a payment token: tells whether it was seen before, without keeping it. */
export function hashToken(paymentToken: string): Buffer {
  return createHash('sha256').update(paymentToken).digest();
}

/** SHA-256 of a payment request: equal for equal requests, whatever the order of their fields was. */
export function fingerprintOf({ product_id, payment_token, billing_address }: PaymentRequest): Buffer {
  const billing = Object.entries(billing_address).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([product_id, payment_token, billing]))
    .digest();
}

/**
 * The id of an attempt whose caller gave none: a UUID (version 8) made from the customer and the request, so that the
 * same request again is the same attempt.
 */
export function attemptIdFor(customerId: string, fingerprint: Buffer): string {
  const bytes = createHash('sha256')
    .update(customerId)
    .update('\0')
    .update(fingerprint)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
