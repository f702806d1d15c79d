import { Client } from 'undici';

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  /** In ms, for each successful request. */
  readonly times: readonly number[];
  /** In seconds. */
  readonly elapsed: number;
  /** Responses with another status, and requests without a response. */
  readonly failures: number;
}

export interface LoadLimits {
  readonly connections: number;
  readonly seconds: number;
}

/**
 * Each connection sends its next request when a response ends. Uses undici directly, because the load
 * generator shares the CPUs with the store.
 *
 * @param origins the connections' targets, in turn
 */
export const applyLoad = async (
  next: () => LoadRequest,
  origins: readonly string[],
  { connections, seconds }: LoadLimits,
): Promise<Load> => {
  const times: number[] = [];
  let failures = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const work = async (origin: string): Promise<void> => {
    const client = new Client(origin);
    while (performance.now() < end) {
      const request = next();
      const sent = performance.now();
      const status = await send(client, request).catch(() => 0);
      if (status === 200 || status === 201) times.push(performance.now() - sent);
      else failures += 1;
    }
    await client.close();
  };
  await Promise.all(
    Array.from({ length: connections }, (_, index) => work(origins[index % origins.length] ?? '')),
  );
  const elapsed = (performance.now() - begin) / 1000;
  return { times, elapsed, failures };
};

export const joinLoads = (loads: readonly Load[]): Load => ({
  times: loads.flatMap(({ times }) => times),
  elapsed: loads.reduce((sum, { elapsed }) => sum + elapsed, 0),
  failures: loads.reduce((sum, { failures }) => sum + failures, 0),
});

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
