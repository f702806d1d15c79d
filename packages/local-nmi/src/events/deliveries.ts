import { createHmac, randomUUID } from 'node:crypto';

export interface WebhookOptions {
  /** The merchant's URL for events. */
  readonly url: string;
  readonly signingKey: string;
  /** Multiplies the delays between attempts. Default: 1/30, so that retries follow within seconds. */
  readonly retryScale?: number;
  /** How long after an action its event is sent, in ms. Default: 1 s, as captured (CAP). */
  readonly delayMs?: number;
}

const timeoutMs = 15_000;
const defaultRetryScale = 1 / 30;
const defaultDelayMs = 1_000;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const times = (count: number, ms: number): readonly number[] => Array.from({ length: count }, () => ms);

/** Delays between attempts, in ms: 20 retries within three days, then the gateway gives up (VD). */
export const retryDelaysMs: readonly number[] = [
  15_000,
  ...times(3, minuteMs),
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  ...times(10, hourMs),
  ...times(2, 12 * hourMs),
  24 * hourMs,
];

interface DeliveryParts {
  readonly webhook: WebhookOptions;
  readonly signature: () => 'seconds' | 'nonce';
  /** Returns the time in ms since the epoch. */
  readonly clock: () => number;
  /** Called after each attempt. `status` is undefined without a response. */
  readonly onTry: (id: string, status: number | undefined) => void;
  readonly onGivenUp: (id: string) => void;
}

/** Creates a queue that sends events until it gets status 200, the only success (VD), or runs out of retries. */
export const createDeliveries = ({ webhook, signature, clock, onTry, onGivenUp }: DeliveryParts) => {
  const { url, signingKey, retryScale = defaultRetryScale, delayMs: firstDelayMs = defaultDelayMs } = webhook;
  const timers = new Set<NodeJS.Timeout>();
  const inFlight = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const send = async (body: string): Promise<number | undefined> => {
    const headers = {
      'Content-Type': 'application/json',
      'Webhook-Signature': signatureOf(body, signingKey, signature(), clock()),
    };
    // Don't use AbortSignal.any: Node 20 may garbage-collect a combined signal's timeout before it fires.
    const ending = new AbortController();
    const { signal } = ending;
    for (const cause of [closing.signal, AbortSignal.timeout(timeoutMs)])
      cause.addEventListener('abort', () => ending.abort(), { signal });
    try {
      const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
      await reply.arrayBuffer();
      return reply.status;
    } catch {
      return undefined;
    } finally {
      // Abort, which removes the listeners.
      ending.abort();
    }
  };

  const attempt = async (id: string, body: string, retries = 0): Promise<void> => {
    const status = await send(body);
    if (closing.signal.aborted && status === undefined) return;
    onTry(id, status);
    if (status === 200) return;
    const retryMs = retryDelaysMs[retries];
    if (retryMs === undefined) onGivenUp(id);
    else later(retryMs * retryScale, () => track(attempt(id, body, retries + 1)));
  };

  const track = (work: Promise<void>): Promise<void> => {
    inFlight.add(work);
    return work.finally(() => inFlight.delete(work));
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
    /** Sends an event now. Resolves after the first attempt. */
    deliverNow: (id: string, body: string): Promise<void> => track(attempt(id, body)),
    deliverLater(id: string, body: string, delayMs = firstDelayMs): void {
      if (delayMs === 0) void track(attempt(id, body));
      else later(delayMs, () => track(attempt(id, body)));
    },
    async close(): Promise<void> {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(inFlight);
    },
  };
};

/**
 * Returns `Webhook-Signature: t=<…>,s=<lower-case hex HMAC-SHA256 of "t.body">` (VD, HS, SYL). `t` is a nonce (VD, HS,
 * HD) or Unix seconds (CAP). Each attempt has a new `t` (guess).
 */
const signatureOf = (body: string, key: string, kind: 'seconds' | 'nonce', nowMs: number): string => {
  const t = kind === 'seconds' ? String(Math.floor(nowMs / 1000)) : randomUUID();
  return `t=${t},s=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`;
};
