import { Client } from 'undici';
import { quantile } from '../measure.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came of a load. */
export interface Load {
  /** Requests answered as they should be, a second. */
  readonly perSecond: number;
  /** How many they are. */
  readonly answered: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers of any other status, and requests without one. */
  readonly failures: number;
}

/**
 * Sends requests over so many connections (to each store, of which one at a time has a request under way), each as soon as the
 * one before it is answered as a whole. By what `fetch` is made of: the loader shares the processors with what it measures.
 *
 * @param next the requests, one after the other
 */
export const applyLoad = async (
  next: () => LoadRequest,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Load> => {
  const times: number[] = [];
  let failures = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const work = async (): Promise<void> => {
    const clients = new Map<string, Client>();
    while (performance.now() < end) {
      const request = next();
      const client = clients.get(request.origin) ?? new Client(request.origin);
      clients.set(request.origin, client);
      const sent = performance.now();
      const status = await send(client, request).catch(() => 0);
      if (status === 200) times.push(performance.now() - sent);
      else failures += 1;
    }
    await Promise.all([...clients.values()].map((client) => client.close()));
  };
  await Promise.all(Array.from({ length: connections }, work));
  const elapsed = (performance.now() - begin) / 1000;
  return {
    perSecond: times.length / elapsed,
    answered: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failures,
  };
};

const send = (client: Client, { method, path, headers, body }: LoadRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    let status = 0;
    client.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, statusCode) => {
          status = statusCode;
        },
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(status),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
