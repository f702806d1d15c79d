import { createHmac, randomUUID } from 'node:crypto';

/**
 * `Webhook-Signature: t=<…>,s=<lower-case hex HMAC-SHA256 of "t.body">` (VD, HS, SYL). `t` is called a nonce (VD, HS, HD) and
 * was Unix seconds where it was captured (CAP). Each delivery has its own (guess: whether a retry does is not documented).
 *
 * @param nowMs milliseconds since the epoch
 */
export const signatureOf = (body: string, key: string, kind: 'seconds' | 'nonce', nowMs: number): string => {
  const t = kind === 'seconds' ? String(Math.floor(nowMs / 1000)) : randomUUID();
  return `t=${t},s=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`;
};
