import { retryDelaysMs } from './retries.ts';
import { signatureOf } from './signature.ts';

export interface WebhookOptions {
  /** The merchant's address for events. */
  readonly url: string;
  readonly signingKey: string;
  /** What the delays between deliveries are multiplied by: a thirtieth unless told, so that a retry follows within seconds. */
  readonly retryScale?: number;
  /** How long after it happened an event is sent, in milliseconds: 1 s unless told, as was captured (CAP). */
  readonly delayMs?: number;
}

const timeoutMs = 15_000;
const defaultRetryScale = 1 / 30;
const defaultDelayMs = 1_000;

interface DeliveryParts {
  readonly webhook: WebhookOptions;
  readonly signature: () => 'seconds' | 'nonce';
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Called after each try; `status` is absent where there was no reply. */
  readonly onTry: (id: string, status: number | undefined) => void;
  /** Called when the table of retries is at its end. */
  readonly onGivenUp: (id: string) => void;
}

/** Sends events until they are answered with status 200 (VD: 200 alone is success), or their retries have run out. */
export const createDeliveries = ({ webhook, signature, clock, onTry, onGivenUp }: DeliveryParts) => {
  const { url, signingKey, retryScale = defaultRetryScale, delayMs: firstDelayMs = defaultDelayMs } = webhook;
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const send = async (body: string): Promise<number | undefined> => {
    const headers = {
      'Content-Type': 'application/json',
      'Webhook-Signature': signatureOf(body, signingKey, signature(), clock()),
    };
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
      await reply.arrayBuffer();
      return reply.status;
    } catch {
      return undefined;
    }
  };

  const attempt = async (id: string, body: string, retries: number): Promise<void> => {
    const status = await send(body);
    if (closing.signal.aborted && status === undefined) return;
    onTry(id, status);
    if (status === 200) return;
    const retryMs = retryDelaysMs[retries];
    if (retryMs === undefined) onGivenUp(id);
    else later(retryMs * retryScale, () => track(attempt(id, body, retries + 1)));
  };

  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    underWay.add(work);
    const forget = () => underWay.delete(work);
    work.then(forget, forget);
    return work;
  };

  const later = (ms: number, work: () => void): void => {
    if (closing.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  return {
    /** Resolves after the first try; those that may follow go on by themselves. */
    deliverNow: (id: string, body: string): Promise<void> => track(attempt(id, body, 0)),
    /** Begins after `delayMs`, or as long after it happened as events are sent. */
    deliverLater(id: string, body: string, delayMs = firstDelayMs): void {
      if (delayMs === 0) void track(attempt(id, body, 0));
      else later(delayMs, () => track(attempt(id, body, 0)));
    },
    async close(): Promise<void> {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
};
