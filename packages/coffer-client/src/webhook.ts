import { Webhook } from 'standardwebhooks';
import { readBody, readSecret } from './checks.ts';
import { toCamelCase } from './fields.ts';
import type { CofferEvent } from './types.gen.ts';

/** The headers of a `Request` or of Node's `IncomingMessage`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Thrown if an event's signature is missing, wrong, or more than five minutes old. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

/**
 * Checks an event's signature, and returns the event as `listEvents` does. An event can arrive twice, so store
 * its `id`.
 * @param body the text or bytes of the request as it arrived, not parsed JSON
 * @param secret the endpoint's secret, `whsec_…`
 * @throws {WebhookSignatureError} if the store didn't sign the event
 * @throws {TypeError} if the secret is missing or isn't one, or if the body was parsed
 */
export const verifyWebhook = (
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
): CofferEvent => {
  const text = readBody(body);
  const webhook = new Webhook(readSecret(secret));
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const single = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  try {
    const event = webhook.verify(text, Object.fromEntries(single));
    // This cast is safe, because the signature proves that the store wrote the event.
    return toCamelCase(event) as CofferEvent;
  } catch (cause) {
    throw new WebhookSignatureError('The signature of the event is not valid', { cause });
  }
};
