import autocannon, { type Request } from 'autocannon';
import type { Customer } from '#tests/kills/buyer.ts';
import { paymentRequest } from '#tests/unit/store/support/payment-requests.ts';

/** The senders of requests: the store's customers, and a merchant with an API key. */
export interface Callers {
  readonly customers: readonly Customer[];
  readonly key: string;
}

type NextRequest = () => Request;

interface Load {
  readonly connections?: number;
  /** Number of spends in each request. Default: 1 of whatever the load does. */
  readonly each?: number;
  readonly requests: (callers: Callers) => NextRequest;
  /** Other requests that are sent at the same time, over 50 connections. */
  readonly background?: (callers: Callers) => NextRequest;
}

const json = (bearer: string | undefined) => ({
  authorization: `Bearer ${bearer}`,
  'content-type': 'application/json',
});

const inTurn = <Item>(items: readonly Item[], requestOf: (item: Item) => Request): NextRequest => {
  let turn = 0;
  return () => {
    const item = items[turn % items.length];
    turn += 1;
    if (item === undefined) throw new Error('There is nothing to take in turn.');
    return requestOf(item);
  };
};

/** Creates purchases. Each purchase is a new attempt with a new card token. */
const purchases = ({ customers }: Callers): NextRequest =>
  inTurn(customers, ({ accessToken }) => ({
    method: 'POST',
    path: '/api/checkout/process-payment-token',
    headers: { ...json(accessToken), 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(paymentRequest()),
  }));

const readPaths = [
  '/api/credits/balance',
  '/api/transactions/history?page=1&limit=10',
  '/api/transactions/summary',
] as const;

const reads = ({ customers }: Callers): NextRequest =>
  inTurn(
    customers.flatMap(({ accessToken }) => readPaths.map((path) => ({ path, accessToken }))),
    ({ path, accessToken }) => ({ method: 'GET', path, headers: json(accessToken) }),
  );

/** Creates spends of one credit. Each spend has a new id. */
const spends = ({ customers, key }: Callers): NextRequest =>
  inTurn(customers, ({ id }) => ({
    method: 'PUT',
    path: `/v1/spends/${crypto.randomUUID()}`,
    headers: json(key),
    body: JSON.stringify({ customer_id: id, credits: 1 }),
  }));

const batchSize = 100;

/** Creates batches of spends of one credit, each of the next customers. */
const spendBatches = ({ customers, key }: Callers): NextRequest => {
  let turn = 0;
  const spend = () => {
    turn += 1;
    return { id: crypto.randomUUID(), customer_id: customers[turn % customers.length]?.id, credits: 1 };
  };
  return () => ({
    method: 'POST',
    path: '/v1/spends',
    headers: json(key),
    body: JSON.stringify({ spends: Array.from({ length: batchSize }, spend) }),
  });
};

const eventReads = ({ key }: Callers): NextRequest =>
  inTurn([key], (bearer) => ({ method: 'GET', path: '/v1/events?limit=1000', headers: json(bearer) }));

const hot = ({ customers, ...callers }: Callers): Callers => ({
  ...callers,
  customers: customers.slice(0, 1),
});

export const loads: Readonly<Record<string, Load>> = {
  purchases: { requests: purchases },
  'purchases, hot customer': { requests: (callers) => purchases(hot(callers)) },
  reads: { requests: reads },
  spends: { requests: spends },
  'spends, hot customer': { requests: (callers) => spends(hot(callers)) },
  'spend batches': { each: batchSize, requests: spendBatches },
  'spend batches, hot customer': { each: batchSize, requests: (callers) => spendBatches(hot(callers)) },
  'reads alone': { connections: 1, requests: reads },
  'reads during events': { connections: 1, requests: reads, background: eventReads },
};

/** Sends requests over connections to all origins. Each connection sends its next request after a response. */
const send = async (origins: readonly string[], next: NextRequest, connections: number, duration: number) => {
  /** Response times in ms, for responses with a status of 2xx. */
  const times: number[] = [];
  const results = await Promise.all(
    origins.map((url) =>
      autocannon({
        url,
        connections: Math.ceil(connections / origins.length),
        duration,
        requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
        // autocannon's own result has only whole milliseconds.
        setupClient: (client) =>
          client.on('response', (status, _bytes, ms) => {
            if (status >= 200 && status < 300) times.push(ms);
          }),
      }),
    ),
  );
  return {
    times,
    /** Duration in seconds. */
    elapsed: Math.max(...results.map((result) => result.duration)),
    /** Number of failed requests: those with a status other than 2xx, or without a response. */
    failures: results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0),
  };
};

/** Runs a load. @param connections the default for loads that don't set their own number */
export const applyLoad = async (
  { requests, background, connections: own }: Load,
  { origins, callers }: { readonly origins: readonly string[]; readonly callers: Callers },
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
) => {
  const [result] = await Promise.all([
    send(origins, requests(callers), own ?? connections, seconds),
    background && send(origins, background(callers), 50, seconds),
  ]);
  return result;
};
