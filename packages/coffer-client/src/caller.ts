import { merchantEndpoints } from '../../../contract/merchant/endpoints.ts';
import { CofferError, type CofferErrorCode, type Refused } from './coffer-error.ts';
import { toCamelCase, toSnakeCase } from './fields.ts';
import { requireWholeNumbers } from './whole-numbers.ts';
import { withLimit } from './with-limit.ts';

export interface CallerOptions {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
  readonly attempts: number;
  readonly fetch: typeof fetch;
}

export interface Call {
  readonly to: keyof typeof merchantEndpoints;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly fields?: object;
}

interface Answered<Answer> {
  /** The HTTP status: 201 if this call took effect, 200 if it was a read or a repeated call. */
  readonly status: number;
  readonly answer: Answer;
}

type Outcome =
  | Answered<unknown>
  | { readonly problem: Refused; readonly isRetryable: boolean; readonly retryAfterMs: number };

const firstBackoffMs = 200;
const longestBackoffMs = 5_000;
/** The longest delay before a retry that the store can ask for, in ms. If it asks for more, the call fails instead. */
const longestRetryAfterMs = 30_000;

/** Makes a call. If `signal` aborts, rejects with the signal's reason. */
export type Exchange = <Answer>(call: Call, signal: AbortSignal) => Promise<Answered<Answer>>;

/** Creates a function that makes calls and retries those that may succeed later. Every call is safe to retry. */
export const createCaller = ({
  url,
  key,
  timeoutMs,
  attempts,
  fetch: fetchWith,
}: CallerOptions): Exchange => {
  const send = createUncachedFetch(fetchWith);
  const attempt = async (
    { to, parameters = {}, query, fields }: Call,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    const endpoint = merchantEndpoints[to];
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => segment(name, parameters[name]));
    let reply: Response;
    let text: string;
    try {
      [reply, text] = await withLimit({ signal, timeoutMs }, undefined, async (attempted) => {
        const response = await send(`${url}${path}${searchOf(query)}`, {
          method: 'method' in endpoint ? endpoint.method : 'GET',
          headers: {
            Accept: 'application/json',
            Authorization: `Bearer ${key}`,
            ...(fields && { 'Content-Type': 'application/json' }),
          },
          ...(fields && { body: JSON.stringify(toSnakeCase(fields)) }),
          // Don't send the key to another address.
          redirect: 'manual',
          signal: attempted,
        });
        return [response, await response.text()];
      });
    } catch (cause) {
      signal.throwIfAborted();
      const detail = `The store did not respond within ${timeoutMs} ms, or could not be reached.`;
      return { problem: { status: 0, code: 'no-answer', detail, cause }, isRetryable: true, retryAfterMs: 0 };
    }
    const { status } = reply;
    const body = parse(text);
    if (reply.ok && body !== undefined) return { status, answer: toCamelCase(body) };
    return {
      problem: toProblem(status, body),
      isRetryable: reply.ok || reply.status === 429 || reply.status >= 500,
      retryAfterMs: readRetryAfter(reply.headers.get('Retry-After')),
    };
  };

  return async <Answer>(call: Call, signal: AbortSignal) => {
    const holdId = holdOf(call);
    requireWholeNumbers({ ...call.query, ...call.fields }, holdId);
    for (let made = 1; ; made += 1) {
      signal.throwIfAborted();
      const outcome = await attempt(call, signal);
      // This cast is safe, because tests compare the types with the OpenAPI document.
      if ('answer' in outcome) return outcome as Answered<Answer>;
      const { problem, isRetryable, retryAfterMs } = outcome;
      if (!isRetryable || made >= attempts || retryAfterMs > longestRetryAfterMs)
        throw new CofferError({ ...problem, holdId });
      const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (made - 1));
      await delay(retryAfterMs + backoffMs * (0.5 + Math.random() / 2), signal);
    }
  };
};

/** Creates a `fetch` that bypasses a framework's cache, but also works in runtimes that refuse the option `cache`. */
const createUncachedFetch = (fetchWith: typeof fetch) => {
  let isRefused = false;
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (isRefused) return fetchWith(url, init);
    try {
      return await fetchWith(url, { ...init, cache: 'no-store' });
    } catch (error) {
      // Cloudflare's message, for example, is: The 'cache' field on 'RequestInitializerDict' is not implemented.
      if (!(error instanceof Error && /\bcache\b/i.test(error.message))) throw error;
      isRefused = true;
      return fetchWith(url, init);
    }
  };
};

/** Returns the id of the hold that a call reads or changes, if any. */
export const holdOf = ({ to, parameters }: Call): string | undefined =>
  merchantEndpoints[to].reply === 'Hold' ? parameters?.['id'] : undefined;

const searchOf = (query: Call['query'] = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

/** Encodes a path segment. @throws {CofferError} if it is empty, `.` or `..`, which would change the path */
const segment = (name: string, value = ''): string => {
  if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  const detail = `${name} must not be ${value === '' ? 'empty' : `"${value}"`}.`;
  throw new CofferError({ status: 400, code: 'invalid-request', detail });
};

const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

const parse = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

const toProblem = (status: number, body: object = {}): Refused => {
  const { code, detail, ...facts }: Record<string, unknown> = { ...body };
  if (typeof code !== 'string' || typeof detail !== 'string')
    return {
      status,
      code: 'unexpected-answer',
      detail: `The answer with status ${status} is not the store's. Check the url, and what is in between.`,
    };
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    status,
    // Keep unknown codes, because a newer store may send codes that this type lacks.
    code: code as CofferErrorCode,
    detail,
    required: numberOf(facts['required']),
    available: numberOf(facts['available']),
    limit: numberOf(facts['limit']),
    used: numberOf(facts['used']),
    resetsAt: textOf(facts['resets_at']),
    buyUrl: textOf(facts['buy_url']),
  };
};

/** Returns a `Retry-After` header's delay in ms. The header contains seconds or a date. */
const readRetryAfter = (header: string | null): number => {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
};
