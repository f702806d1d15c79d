import { Agent, request } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Listener, listen } from '#server/store/http/listener.ts';
import { createMerchant } from '../unit/store/support/merchant.ts';
import { expectBooksToBalance, startStoreUnderTest } from '../unit/store/support/store-under-test.ts';
import { type OddRequest, oddRequests, routesOf, webhookKey } from './odd-requests.ts';

/** Number of requests; `SOAK_REQUESTS` changes it. */
const { SOAK_REQUESTS } = process.env;
const total = Number(SOAK_REQUESTS ?? 1_000_000);
/** Number of requests in a round. They are concurrent, so that they share database batches. */
const perRound = 20;
const limitMs = 4 * 60 * 60_000;

const limits = { keepAliveMs: 75_000, maxConnections: 100, headersMs: 10_000, requestMs: 15_000 };

/** Sends a request. Resolves with the status, or 400 if the store closes the connection without a response. */
const send = (agent: Agent, listener: Listener, { method, path, headers, body }: OddRequest) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: listener.port,
        method,
        path,
        headers: { Host: 'localhost', ...headers },
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(400) : reject(error),
    );
    sent.end(body);
  });

const describeRequest = ({ method, path, headers, body }: OddRequest): string => {
  const { Authorization: _, ...shown } = headers;
  return `${method} ${path} ${JSON.stringify(shown)} ${JSON.stringify(body?.toString())}`.slice(0, 2_000);
};

it(
  `the store handles ${total} odd requests without a 5xx response, and its books balance`,
  async () => {
    const store = await startStoreUnderTest({
      GATEWAY_WEBHOOK_KEY: webhookKey,
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
    const customers = await Promise.all(Array.from({ length: 20 }, () => store.newCustomer()));
    const tokens = await Promise.all(customers.map((customer) => store.pool.accessToken(customer)));
    const { key } = await createMerchant(store);
    const listener = await listen(
      getRequestListener(store.app.fetch),
      { port: 0, host: '127.0.0.1' },
      limits,
    );
    const agent = new Agent({ keepAlive: true, maxSockets: perRound });
    const one = oddRequests(routesOf(store.app), tokens, { keys: [key], customers });
    const round = fc.array(one, { minLength: perRound, maxLength: perRound });
    const answers = new Map<number, number>();

    const answersRound = fc.asyncProperty(round, async (requests) => {
      const statuses = await Promise.all(requests.map((one) => send(agent, listener, one)));
      for (const status of statuses) answers.set(status, (answers.get(status) ?? 0) + 1);
      const failed = requests.filter((_, index) => (statuses[index] ?? 0) >= 500);
      const logged = store.logged.splice(0).filter(({ error }) => error !== undefined);
      expect({ failed: failed.map(describeRequest), logged }).toEqual({
        failed: [],
        logged: expect.anything(),
      });
      // Advance the clock, because per-minute limits would block purchases after a few rounds.
      await store.clock.advance(1_000);
    });
    const outcome = await fc.check(answersRound, {
      numRuns: Math.ceil(total / perRound),
      endOnFailure: true,
    });
    if (outcome.failed) throw outcome.errorInstance;

    await store.events.work();
    await store.recovery.sweep('all');
    await expectBooksToBalance(store.database);
    console.log('Answers by status:', Object.fromEntries([...answers].sort()));
    // Expect some successes, because the test would prove little if the store refused every request.
    expect(answers.get(200)).toBeGreaterThan(total / 100);
    agent.destroy();
    await listener.close(Promise.resolve(), 0);
    await store.close();
  },
  limitMs,
);
