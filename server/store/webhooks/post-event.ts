import { Agent, request } from 'undici';
import { errorCode } from '../logging/failures.ts';
import { sendWithin } from '../outbox.ts';
import { version } from '../version.ts';
import { type AddressRules, createLookup, PrivateAddressError } from './addresses.ts';
import { isRefusedAddress } from './endpoint-url.ts';

export interface SignedEvent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `refused`: a status other than 2xx. `gone`: 410. `unanswered`: no response in time; `why` is a code or name. */
export interface PostResult {
  readonly outcome: 'delivered' | 'refused' | 'gone' | 'unanswered' | 'private-address';
  readonly status?: number;
  readonly why?: string;
}

export type EventPoster = ReturnType<typeof createEventPoster>;

/** Maximum bytes to read. Only the status matters, but reading a short body lets the connection be reused. */
const maxAnswerBytes = 16 * 1024;
const gone = 410;

/** Creates a poster of events. It follows no redirects and uses no proxy. */
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
    /** Posts an event. Never throws. @param signal ends the attempt early */
    async post(event: SignedEvent, signal: AbortSignal): Promise<PostResult> {
      try {
        return await sendWithin(timeoutMs, signal, (ending) => send(event, ending));
      } catch (error) {
        return {
          outcome: error instanceof PrivateAddressError ? 'private-address' : 'unanswered',
          why: errorCode(error) ?? (error instanceof Error ? error.name : 'unknown'),
        };
      }
    },
    close: () => agent.destroy(),
  };
};
