import { createHmac } from 'node:crypto';
import type { SrpCredentials } from './srp.ts';

/**
 * Stands in for a user that does not exist, the same one for the same name at every call (RFC 5054, 2.5.1.3). It is
 * derived from a secret of the pool: nobody knows a password that fits its verifier, and without the secret it can't be
 * distinguished from a real user.
 */
export const simulatedUser = (secret: Buffer, username: string): SrpCredentials => {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(purpose).update('\0').update(username.toLowerCase()).digest('hex');
  return {
    userId: asUuid(derive('user id')),
    salt: derive('salt').slice(0, 32),
    verifier: Array.from({ length: 12 }, (_, part) => derive(`verifier ${part}`)).join(''),
  };
};

const asUuid = (hex: string): string => {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};
