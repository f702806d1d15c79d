import { Agent, type IncomingMessage, request } from 'node:http';
import { quantile } from '../measure.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
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
 * Sends requests over so many connections, each as soon as the one before it on that connection is answered.
 *
 * @param next the requests, one after the other
 */
export const applyLoad = async (
  next: () => LoadRequest,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failures = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const sent = performance.now();
      const status = await send(agent, next()).catch(() => 0);
      if (status === 200) times.push(performance.now() - sent);
      else failures += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const elapsed = (performance.now() - begin) / 1000;
  agent.destroy();
  return {
    perSecond: times.length / elapsed,
    answered: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failures,
  };
};

const send = (agent: Agent, { method, url, headers, body }: LoadRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const answered = (reply: IncomingMessage) => {
      reply.resume();
      reply.once('end', () => resolve(reply.statusCode ?? 0));
      reply.once('error', reject);
    };
    request(url, { method, headers, agent }, answered).once('error', reject).end(body);
  });
