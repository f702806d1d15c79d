import ky from 'ky';
import * as v from 'valibot';
import { StoreError } from '#domain/store.ts';
import { SignedOutError } from '#services/errors.ts';
import { storeMessages } from './messages.ts';
import { readJson, refusalOf } from './refusal.ts';

/** Gives out the session's access token; not the one that the store refused. Throws SignedOutError without a session. */
export type AccessTokenSource = (request?: { readonly refused?: string }) => Promise<string>;

export interface CallerOptions {
  readonly baseUrl: string;
  readonly accessToken: AccessTokenSource;
  /** Told when the store refuses even a new token. */
  readonly onSessionLost?: () => void;
}

export interface Call<Schema extends v.GenericSchema> {
  /** Without a leading slash. */
  readonly path: string;
  /** What the store promises to answer. */
  readonly answer: Schema;
  /** Milliseconds for each request, until the last byte of its reply. */
  readonly limit: number;
  readonly searchParams?: Record<string, string | number>;
  readonly headers?: Record<string, string>;
  /** GET, or POST with a body, unless told. */
  readonly method?: 'DELETE';
  /** Sent with POST. */
  readonly json?: object;
}

export type Caller = <Schema extends v.GenericSchema>(
  call: Call<Schema>,
  signal?: AbortSignal,
) => Promise<v.InferOutput<Schema>>;

/** The call was never sent, because no access token could be had: the store has certainly done nothing. */
export class UnsentError extends StoreError {
  constructor(cause: unknown) {
    super('unreachable', storeMessages.unreachable, { cause });
  }
}

const signedOut = (status: number | null, cause?: unknown) =>
  new StoreError('signed-out', storeMessages.signedOut, { status, cause });

/**
 * Makes calls with the bearer token of the session. A 401 is answered with a new token and one repeat, also for a
 * payment: what was refused so was not processed. Nothing else is ever repeated.
 *
 * Calls throw {@link StoreError}, or the reason of their own signal.
 */
export const createCaller = ({ baseUrl, accessToken, onSessionLost }: CallerOptions): Caller => {
  const client = ky.create({
    prefixUrl: baseUrl,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    cache: 'no-store',
  });

  const tokenFor = async (request: { readonly refused?: string }, signal?: AbortSignal): Promise<string> => {
    try {
      return await accessToken(request);
    } catch (error) {
      if (error instanceof SignedOutError) throw signedOut(null, error);
      throw new UnsentError(error);
    } finally {
      signal?.throwIfAborted();
    }
  };

  const send = async (call: Call<v.GenericSchema>, token: string, signal?: AbortSignal) => {
    const { path, limit, searchParams, headers, json, method = json === undefined ? 'GET' : 'POST' } = call;
    const expiry = AbortSignal.timeout(limit);
    try {
      const response = await client(path, {
        method,
        headers: { Accept: 'application/json', ...headers, Authorization: `Bearer ${token}` },
        signal: AbortSignal.any(signal === undefined ? [expiry] : [signal, expiry]),
        ...(searchParams && { searchParams }),
        ...(json && { json }),
      });
      return { response, body: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      if (expiry.aborted) throw new StoreError('timed-out', storeMessages.timedOut, { cause });
      throw new StoreError('unreachable', storeMessages.unreachable, { cause });
    }
  };

  const sendSignedIn = async (call: Call<v.GenericSchema>, signal?: AbortSignal) => {
    const token = await tokenFor({}, signal);
    const first = await send(call, token, signal);
    if (first.response.status !== 401) return first;
    const second = await send(call, await tokenFor({ refused: token }, signal), signal);
    if (second.response.status !== 401) return second;
    onSessionLost?.();
    throw signedOut(401);
  };

  return async (call, signal) => {
    const { response, body } = await sendSignedIn(call, signal);
    if (!response.ok) throw refusalOf(response, body);
    const answer = v.safeParse(call.answer, readJson(body));
    if (answer.success) return answer.output;
    throw new StoreError('malformed', storeMessages.malformed, { status: response.status });
  };
};
