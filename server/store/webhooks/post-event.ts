import { Agent, request } from 'undici';
import { errorCode } from '../logging/failures.ts';
import { version } from '../version.ts';
import { type AddressRules, createLookup, PrivateAddressError } from './addresses.ts';
import { isRefusedAddress } from './endpoint-url.ts';

export interface SignedEvent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `refused`: another status than 2xx. `gone`: 410. `unanswered`: none in time; `why` is a code or error name. */
export type PostResult =
  | { readonly outcome: 'delivered' | 'refused' | 'gone'; readonly status: number }
  | { readonly outcome: 'unanswered' | 'private-address'; readonly why: string };

export type EventPoster = ReturnType<typeof createEventPoster>;

/** An answer has no meaning except its status. Reading a short one lets the connection be used again. */
const maxAnswerBytes = 16 * 1024;
const gone = 410;

/** Sends events by POST. Follows no redirects and uses no proxy. */
export const createEventPoster = (rules: AddressRules, timeoutMs: number, lookup = createLookup(rules)) => {
  const agent = new Agent({ connect: { lookup, timeout: timeoutMs } });

  const send = async ({ url, headers, body }: SignedEvent, signal: AbortSignal): Promise<PostResult> => {
    if (isRefusedAddress(new URL(url), rules)) throw new PrivateAddressError();
    const answer = await request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': `coffer/${version}` },
      body,
      dispatcher: agent,
      signal,
    });
    const { statusCode: status } = answer;
    await answer.body.dump({ limit: maxAnswerBytes }).catch(() => undefined);
    if (status >= 200 && status < 300) return { outcome: 'delivered', status };
    return { outcome: status === gone ? 'gone' : 'refused', status };
  };

  return {
    /** Never throws. @param signal ends the attempt early */
    async post(event: SignedEvent, signal: AbortSignal): Promise<PostResult> {
      // Not AbortSignal.any: Node 20 may collect a combined signal's timeout before it fires.
      const ending = new AbortController();
      for (const cause of [signal, AbortSignal.timeout(timeoutMs)])
        cause.addEventListener('abort', () => ending.abort(cause.reason), { signal: ending.signal });
      try {
        return await send(event, ending.signal);
      } catch (error) {
        return {
          outcome: error instanceof PrivateAddressError ? 'private-address' : 'unanswered',
          why: errorCode(error) ?? (error instanceof Error ? error.name : 'unknown'),
        };
      } finally {
        // Removes the listeners.
        ending.abort();
      }
    },
    close: () => agent.destroy(),
  };
};
