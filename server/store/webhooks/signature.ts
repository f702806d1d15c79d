import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * The headers of Standard Webhooks. Receivers refuse a timestamp that is five minutes old, so it is the
 * attempt's, not the event's.
 * @param secrets each signs, so that receivers can change to a new one
 */
export const signEvent = (id: string, body: string, secrets: readonly string[], at = new Date()) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
});
