import { merchantEndpoints } from '../../../contract/merchant/endpoints.ts';
import { CofferError, type CofferErrorCode } from './coffer-error.ts';
import { toCamelCase, toSnakeCase } from './fields.ts';

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
  readonly query?: Record<string, string>;
  readonly fields?: object;
}

type Outcome =
  | { readonly answer: unknown }
  | { readonly error: CofferError; readonly isRetryable: boolean; readonly retryAfterMs: number };

const firstBackoffMs = 200;
const longestBackoffMs = 5_000;
/** A caller shouldn't wait longer than this for one attempt: the error tells them to come back. */
const longestRetryAfterMs = 30_000;

/** Makes calls, and repeats those that may succeed the next time. Every call of the API is safe to repeat. */
export const createCaller = ({ url, key, timeoutMs, attempts, fetch: send }: CallerOptions) => {
  const attempt = async ({ to, parameters = {}, query, fields }: Call): Promise<Outcome> => {
    const endpoint = merchantEndpoints[to];
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => segment(name, parameters[name]));
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    let reply: Response;
    let text: string;
    try {
      reply = await send(`${url}${path}${search}`, {
        method: 'method' in endpoint ? endpoint.method : 'GET',
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${key}`,
          ...(fields && { 'Content-Type': 'application/json' }),
        },
        ...(fields && { body: JSON.stringify(toSnakeCase(fields)) }),
        // The key must not follow a redirect.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await reply.text();
    } catch (cause) {
      const detail = `The store did not answer within ${timeoutMs} ms, or could not be reached.`;
      const error = new CofferError({ status: 0, code: 'no-answer', detail, cause });
      return { error, isRetryable: true, retryAfterMs: 0 };
    }
    const body = parse(text);
    if (reply.ok && body !== undefined) return { answer: toCamelCase(body) };
    return {
      error: toError(reply.status, body),
      isRetryable: reply.ok || reply.status === 429 || reply.status >= 500,
      retryAfterMs: readRetryAfter(reply.headers.get('Retry-After')),
    };
  };

  return async <Answer>(call: Call): Promise<Answer> => {
    for (let made = 1; ; made += 1) {
      const outcome = await attempt(call);
      // The test of the OpenAPI document checks the types.
      if ('answer' in outcome) return outcome.answer as Answer;
      const { error, isRetryable, retryAfterMs } = outcome;
      if (!isRetryable || made >= attempts || retryAfterMs > longestRetryAfterMs) throw error;
      const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (made - 1));
      await delay(retryAfterMs + backoffMs * (0.5 + Math.random() / 2));
    }
  };
};

/** @throws CofferError for an id that would change the path */
const segment = (name: string, value = ''): string => {
  if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  const detail = `${name} must not be ${value === '' ? 'empty' : `"${value}"`}.`;
  throw new CofferError({ status: 400, code: 'invalid-request', detail });
};

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const parse = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

const toError = (status: number, body: object = {}): CofferError => {
  const { code, detail, required, available }: Record<string, unknown> = { ...body };
  if (typeof code !== 'string' || typeof detail !== 'string')
    return new CofferError({
      status,
      code: 'unexpected-answer',
      detail: `The answer with status ${status} is not the store's. Check the url, and what is in between.`,
    });
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return new CofferError({
    status,
    // A newer store may have more codes.
    code: code as CofferErrorCode,
    detail,
    required: numberOf(required),
    available: numberOf(available),
  });
};

/** Seconds, or a date. */
const readRetryAfter = (header: string | null): number => {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
};
