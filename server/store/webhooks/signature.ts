import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Returns a secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * Returns the headers of Standard Webhooks. Receivers reject timestamps older than five minutes, so the
 * timestamp is the attempt's, not the event's.
 * @param secrets secrets that each add a signature, so that receivers can switch to a new one
 */
export const signEvent = (id: string, body: string, secrets: readonly string[], at = new Date()) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
});
