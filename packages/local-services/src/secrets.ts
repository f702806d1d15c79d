import { createHash, timingSafeEqual } from 'node:crypto';

export const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** Returns whether two secrets are equal. Compares in constant time. */
export const equalSecrets = (given: string | Buffer, expected: string | Buffer): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));
