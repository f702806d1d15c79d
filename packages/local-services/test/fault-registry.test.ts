import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { faultSchema, ownFaultSchema } from '../src/faults/fault.ts';
import { createFaultRegistry, type FaultRequest } from '../src/faults/registry.ts';

const hang = v.parse(faultSchema, { service: 'store', match: 'GET /a', fault: 'hang' });
const getA: FaultRequest = {
  service: 'store',
  method: 'GET',
  path: '/a',
  query: new URLSearchParams(),
  headers: {},
};
const getAWith = (query: string) => ({ ...getA, query: new URLSearchParams(query) });

describe('a fault', () => {
  const struckBy = (more: object, requests: readonly FaultRequest[]): boolean[] => {
    const registry = createFaultRegistry();
    registry.add({ ...hang, ...more });
    return requests.map((request) => registry.match(request) !== undefined);
  };

  test('matches the query parameters that it names, and ignores others', () => {
    const requests = ['page=3', 'limit=10&page=3&a=b', 'page=33', 'limit=3', ''].map(getAWith);
    expect(struckBy({ query: { page: '3' } }, requests)).toEqual([true, true, false, false, false]);
    expect(struckBy({ query: { page: '3', a: 'b' } }, requests)).toEqual([false, true, false, false, false]);
  });

  test('matches headers with case-insensitive names', () => {
    const headers = [{ 'idempotency-key': 'k1' }, { 'idempotency-key': 'k2' }, { x: 'k1' }];
    const requests = headers.map((one) => ({ ...getA, headers: one }));
    const requestHeaders = { 'Idempotency-Key': 'k1' };
    expect(struckBy({ requestHeaders }, requests)).toEqual([true, false, false]);
  });

  test('matches the customer’s email case-insensitively', () => {
    const customers = ['ada@example.com', 'ADA@example.com', 'bob@example.com', undefined];
    const requests = customers.map((customer) => ({ ...getA, customer }));
    expect(struckBy({ customer: 'Ada@example.com' }, requests)).toEqual([true, true, false, false]);
  });

  test('can apply only after a number of matching requests', () => {
    const pages = ['page=3', 'page=4', 'page=3', 'page=3'].map(getAWith);
    const page3 = { query: { page: '3' } };
    expect(struckBy({ after: 1, ...page3 }, pages)).toEqual([false, false, true, true]);
    expect(struckBy({ after: 1, times: 1, ...page3 }, pages)).toEqual([false, false, true, false]);
  });
});

test.each([
  ['a match without a method', { match: '/a' }],
  ['a wildcard in the middle', { match: 'GET /a/*/b' }],
  ['an operation name for the store', { match: 'POST / SignUp' }],
  ['a header with a line break', { headers: { a: 'b\r\nc' } }],
  ['a script outside of Collect.js', { fault: 'script', body: 'hang' }],
  ['an unknown script', { service: 'gateway', match: 'GET /token/Collect.js', fault: 'script', body: 'x' }],
  ['a crash of the pool', { service: 'pool', fault: 'crash' }],
  ['a customer of the gateway', { service: 'gateway', customer: 'ada@example.com' }],
  ["a customer of the pool's pages", { service: 'pool', match: 'GET /login', customer: 'ada@example.com' }],
])('a fault with %s is refused', (_name, wrong) => {
  const given = { service: 'store', match: 'GET /a', fault: 'hang', ...wrong };
  const { issues } = v.safeParse(faultSchema, given, { abortPipeEarly: true });
  expect(issues).toMatchObject([{ message: expect.stringMatching(/^Invalid/) }]);
});

describe('a service that runs alone', () => {
  const schema = ownFaultSchema('gateway');
  const own = { match: 'GET /a', fault: 'hang' };

  test('accepts faults that name no service', () => {
    expect(v.parse(schema, own)).toEqual(v.parse(schema, { service: 'gateway', ...own }));
    expect(v.parse(schema, own).service).toBe('gateway');
  });

  test.each([
    ['another service', { ...own, service: 'store' }, /expected "gateway"/i],
    ['a crash', { ...own, fault: 'crash' }, /needs a store/],
  ])('refuses a fault with %s', (_name, given, message) => {
    expect(v.safeParse(schema, given).issues).toMatchObject([{ message: expect.stringMatching(message) }]);
  });
});
