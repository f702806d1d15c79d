import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { defer } from '../src/deferred.ts';
import { faultSchema } from '../src/faults/fault.ts';
import { type FaultContext, withFaults } from '../src/faults/middleware.ts';
import { createFaultRegistry } from '../src/faults/registry.ts';
import { serve } from './serving.ts';

const answerHello = (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(201, { 'content-type': 'text/plain', 'x-service': 'yes' });
  response.end('hello');
};

const serveWithFaults = async (
  faults: v.InferInput<typeof faultSchema>[],
  answer: RequestListener = answerHello,
) => {
  const registry = createFaultRegistry();
  const [first] = faults;
  for (const fault of faults) registry.add(v.parse(faultSchema, fault));
  /** The requests that reached the service, with their bodies. */
  const asked: string[] = [];
  /** For each store crash, the number of requests that had reached the service by then. */
  const crashes: number[] = [];
  const service: RequestListener = async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`);
    answer(request, response);
  };
  const crashStore = async () => {
    crashes.push(asked.length);
  };
  const powers = { crashStore, requestCustomer };
  const { origin } = await serve(withFaults(first?.service ?? 'store', registry, service, powers));
  return { origin, asked, crashes };
};

/** Returns the customer's email: in these tests, the token or the body's first word. */
const requestCustomer: NonNullable<FaultContext['requestCustomer']> = ({ authorization, body }) =>
  authorization?.replace('Bearer ', '') ?? body.split(' ')[0];

const fault = { service: 'store', match: 'POST /pay', times: 1 } as const;
const pay = (origin: string, init: RequestInit = {}) =>
  fetch(`${origin}/pay`, { method: 'POST', body: 'coins', ...init });

test.each(['reset-after', 'crash'] as const)(
  'a %s fault keeps the connection open until the work is done',
  async (kind) => {
    const work = defer<void>();
    const begun = defer<void>();
    const { origin, crashes } = await serveWithFaults(
      [{ ...fault, fault: kind }],
      async (request, response) => {
        if (request.url === '/pay') {
          begun.resolve();
          await work.promise;
        }
        response.end();
      },
    );
    let cut = false;
    const paying = pay(origin).catch(() => {
      cut = true;
    });
    await begun.promise;
    // This round trip takes long enough to reveal a connection that is cut too early.
    await fetch(`${origin}/other`);
    expect([cut, crashes]).toEqual([false, []]);
    work.resolve();
    await paying;
    expect([cut, crashes]).toEqual([true, kind === 'crash' ? [2] : []]);
  },
);

describe('a fault', () => {
  test.each([
    ['status', {}, 500, '', 'text/plain'],
    ['status', { status: 429, body: '{"detail":"Slow"}' }, 429, '{"detail":"Slow"}', 'application/json'],
    ['html', {}, 200, /^<!doctype html>/, 'text/html'],
    ['html', { status: 502, body: '<p>no' }, 502, '<p>no', 'text/html'],
    ['malformed', {}, 200, '{"detail":', 'application/json'],
    ['malformed', { body: '{"a":1,}' }, 200, '{"a":1,}', 'application/json'],
  ] as const)('replaces the response if it is %s with %o', async (kind, more, status, body, type) => {
    const { origin, asked } = await serveWithFaults([{ ...fault, fault: kind, ...more }]);
    const reply = await pay(origin);
    expect(reply.status).toBe(status);
    expect(await reply.text()).toEqual(typeof body === 'string' ? body : expect.stringMatching(body));
    expect(reply.headers.get('content-type')).toBe(type);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked).toEqual([]);
  });
});

test('a fault that refuses a pool operation responds in AWS’s format', async () => {
  const body = '{"__type":"TooManyRequestsException","message":"Too many requests"}';
  const { origin } = await serveWithFaults([
    { service: 'pool', match: 'POST / SignUp', fault: 'status', status: 400, body },
  ]);
  const reply = await fetch(origin, { method: 'POST', headers: { 'x-amz-target': 'Pool.SignUp' } });
  expect(await reply.text()).toBe(body);
  expect(reply.headers.get('content-type')).toBe('application/x-amz-json-1.1');
  expect(reply.headers.get('x-amzn-errortype')).toBe('TooManyRequestsException:');
});

test('a crash fault before the work keeps the request from reaching the service', async () => {
  const { origin, asked, crashes } = await serveWithFaults([{ ...fault, fault: 'crash', when: 'before' }]);
  await expect(pay(origin)).rejects.toThrow('fetch failed');
  expect([asked, crashes]).toEqual([[], [0]]);
});

describe('a configured fault', () => {
  test('matches a pool customer by the request body, which still reaches the service', async () => {
    const customer = 'ada@example.com';
    const { origin, asked } = await serveWithFaults([
      { service: 'pool', match: 'POST /', customer, fault: 'status', status: 503 },
    ]);
    const long = `bob@example.com ${'x'.repeat(200_000)}`;
    const call = async (body: BodyInit | null) =>
      (await fetch(origin, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })).status;
    expect(await call(`${customer} and more`)).toBe(503);
    expect([await call(long), await call(null), await call('x')]).toEqual([201, 201, 201]);
    expect(asked).toEqual([`POST / ${long}`, 'POST / ', 'POST / x']);
  });

  test('turns off keep-alive while it is set', async () => {
    const { origin } = await serveWithFaults([{ ...fault, fault: 'hang' }]);
    expect((await fetch(`${origin}/other`)).headers.get('connection')).toBe('close');
  });
});
