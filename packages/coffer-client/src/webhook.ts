import { Webhook } from 'standardwebhooks';
import { toCamelCase } from './fields.ts';
import type { CofferEvent } from './types.gen.ts';

/** Of a `Request`, or of Node's `IncomingMessage`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The store didn't send this: the signature is missing, wrong, or older than five minutes. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

/**
 * Checks the signature of an event, and returns it as `listEvents` does. An event can arrive twice: remember its
 * `id`.
 * @param body the text as it arrived, not parsed JSON
 * @param secret the secret of the endpoint, `whsec_…`
 * @throws WebhookSignatureError if the store didn't sign it
 */
export const verifyWebhook = (headers: WebhookHeaders, body: string, secret: string): CofferEvent => {
  const webhook = new Webhook(secret);
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const single = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  try {
    const event = webhook.verify(body, Object.fromEntries(single));
    // The signature proves that the store wrote it.
    return toCamelCase(event) as CofferEvent;
  } catch (cause) {
    throw new WebhookSignatureError('The signature of the event is not valid', { cause });
  }
};
