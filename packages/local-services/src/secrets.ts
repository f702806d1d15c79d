import { createHash, timingSafeEqual } from 'node:crypto';

export const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** Compares two secrets in a time that does not depend on where they differ. */
export const equalSecrets = (given: string | Buffer, expected: string | Buffer): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));
