import ky from 'ky';
import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoints.ts';
import { errorSchema } from '#contract/error-schema.ts';
import type { Replies } from '#contract/replies.ts';
import { isUnknownCustomer, StoreError } from '#domain/store-error.ts';
import { truncate } from '#domain/text.ts';
import { abortAfter } from '#services/abort.ts';
import { takeEarlyReply } from '#services/early-replies.ts';
import { SignedOutError } from '#services/errors.ts';
import type { AccessToken } from '#services/identity/token-refresh.ts';
import { storeTexts } from '#texts/store.ts';
import { storeReplies } from './replies.ts';
import { headersFor, requestLimit, type StoreAddress, urlOf } from './store-request.ts';

export interface ApiClientOptions {
  readonly baseUrl: string;
  readonly accessToken: AccessToken;
  /** Called if the store rejects even a new token. */
  readonly onSessionLost?: () => void;
}

interface SentRequest extends StoreAddress, Pick<Endpoint, 'method'> {
  /** Time limit for each request and its response, in ms. Default: 15,000. */
  readonly limit?: number;
  readonly headers?: Record<string, string>;
  readonly json?: object;
}

export interface ApiRequest extends SentRequest {
  readonly reply: keyof typeof storeReplies;
  readonly schema?: undefined;
}

/** A request that only some pages send. The page provides the schema of the response. */
export interface PageRequest<Reply> extends SentRequest {
  readonly schema: v.GenericSchema<unknown, Reply>;
}

const maxDetail = 300;

/** Status texts, which HTTP/2 and later don't send. */
const statusTexts = new Map<number, string>([
  [400, 'Bad Request'],
  [402, 'Payment Required'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [413, 'Content Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Content'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
]);

const fromJson = <Reply>(schema: v.GenericSchema<unknown, Reply>) =>
  v.pipe(v.string(), v.parseJson(), schema);

const readSeconds = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;

/** Returns whether a request timed out. Early requests have their own timeout. */
const isTimeout = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'TimeoutError';

/** Converts an error response. The message is the store's `detail`, or else the status. */
const refusalOf = ({ status, statusText, headers }: Response, body: string): StoreError => {
  const refusal = v.safeParse(fromJson(errorSchema), body);
  const { code, detail } = refusal.success ? refusal.output : { code: undefined, detail: '' };
  const reason = statusText || (statusTexts.get(status) ?? `status ${status}`);
  return new StoreError('refused', truncate(detail.trim(), maxDetail) || `Request failed: ${reason}`, {
    status,
    code,
    retryAfter: readSeconds(headers.get('retry-after')),
  });
};

/** Returns null for a failed read of something that the store doesn't have. Throws other errors. */
export const nullIfAbsent = (error: unknown): null => {
  if (error instanceof StoreError && error.status === 404 && !isUnknownCustomer(error)) return null;
  throw error;
};

const signedOut = (status: number | null, cause?: unknown) =>
  new StoreError('signed-out', storeTexts.signedOut, { status, cause });

/** Creates a client that retries a 401 once with a new token. A 401 means that nothing was processed. */
export const createApiClient = ({ baseUrl, accessToken, onSessionLost }: ApiClientOptions) => {
  const http = ky.create({ retry: 0, timeout: false, throwHttpErrors: false, cache: 'no-store' });

  const tokenFor = async (request: { readonly refused?: string }, signal?: AbortSignal): Promise<string> => {
    try {
      return await accessToken(request);
    } catch (cause) {
      if (cause instanceof SignedOutError) throw signedOut(null, cause);
      throw new StoreError('unsent', storeTexts.unreachable, { cause });
    } finally {
      signal?.throwIfAborted();
    }
  };

  const send = async (request: SentRequest, token: string, signal?: AbortSignal) => {
    const { method = 'GET', headers, json, limit = requestLimit } = request;
    const ending = abortAfter(limit, signal);
    const url = urlOf(baseUrl, request);
    try {
      const early = method === 'GET' ? takeEarlyReply(url, token, ending) : null;
      if (early !== null) return await early;
      const response = await http(url, {
        method,
        headers: { ...headers, ...headersFor(token) },
        signal: ending,
        ...(json && { json }),
      });
      return { response, body: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      if (ending.aborted || isTimeout(cause))
        throw new StoreError('timed-out', storeTexts.timedOut, { cause });
      throw new StoreError('unreachable', storeTexts.unreachable, { cause });
    }
  };

  const sendSignedIn = async (request: SentRequest, signal?: AbortSignal) => {
    const token = await tokenFor({}, signal);
    const first = await send(request, token, signal);
    if (first.response.status !== 401) return first;
    const second = await send(request, await tokenFor({ refused: token }, signal), signal);
    if (second.response.status !== 401) return second;
    onSessionLost?.();
    throw signedOut(401);
  };

  async function call<Request extends ApiRequest>(
    request: Request,
    signal?: AbortSignal,
  ): Promise<Replies[Request['reply']]>;
  async function call<Reply>(request: PageRequest<Reply>, signal?: AbortSignal): Promise<Reply>;
  async function call(request: ApiRequest | PageRequest<unknown>, signal?: AbortSignal): Promise<unknown> {
    const { response, body } = await sendSignedIn(request, signal);
    if (!response.ok) throw refusalOf(response, body);
    const schema: v.GenericSchema = request.schema ?? storeReplies[request.reply];
    const reply = v.safeParse(fromJson(schema), body);
    if (reply.success) return reply.output;
    throw new StoreError('malformed', storeTexts.malformed, { status: response.status });
  }
  return call;
};

export type ApiClient = ReturnType<typeof createApiClient>;
