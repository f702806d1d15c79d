import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { faultSchema } from '../src/faults/fault.ts';
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

describe('a request is named', () => {
  const struckBy = (more: object, requests: readonly FaultRequest[]): boolean[] => {
    const registry = createFaultRegistry();
    registry.add({ ...hang, ...more });
    return requests.map((request) => registry.match(request) !== undefined);
  };

  test('by parameters of its query, whatever else it has', () => {
    const requests = ['page=3', 'limit=10&page=3&a=b', 'page=33', 'limit=3', ''].map(getAWith);
    expect(struckBy({ query: { page: '3' } }, requests)).toEqual([true, true, false, false, false]);
    expect(struckBy({ query: { page: '3', a: 'b' } }, requests)).toEqual([false, true, false, false, false]);
  });

  test('by headers, their names in any case', () => {
    const requests = [{ 'idempotency-key': 'k1' }, { 'idempotency-key': 'k2' }, {}, { x: 'k1' }].map(
      (headers) => ({ ...getA, headers }),
    );
    expect(struckBy({ requestHeaders: { 'Idempotency-Key': 'k1' } }, requests)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(struckBy({ requestHeaders: { absent: 'undefined' } }, requests)).not.toContain(true);
  });

  test('by its customer, the email in any case', () => {
    const requests = ['ada@example.com', 'ADA@example.com', 'bob@example.com', undefined].map((customer) => ({
      ...getA,
      customer,
    }));
    expect(struckBy({ customer: 'Ada@example.com' }, requests)).toEqual([true, true, false, false]);
  });

  test('by how many that fit come before it', () => {
    const other = { ...getA, path: '/b' };
    expect(struckBy({ after: 2 }, [getA, other, getA, other, getA, getA])).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(
      struckBy(
        { after: 1, times: 1, query: { page: '3' } },
        ['page=3', 'page=4', 'page=3', 'page=3'].map(getAWith),
      ),
    ).toEqual([false, false, true, false]);
  });
});

describe('a fault is refused', () => {
  test.each([
    ['an unknown service', { service: 'site' }],
    ['an unknown kind', { fault: 'explode' }],
    ['a match without method', { match: '/a' }],
    ['a * in the middle', { match: 'GET /a/*/b' }],
    ['no times', { times: 0 }],
    ['a status without body', { status: 101 }],
    ['a header with a line end', { headers: { a: 'b\r\nc' } }],
    ['an unknown field', { speed: 1 }],
    ['a script elsewhere', { fault: 'script', body: 'hang' }],
    ['a customer that is no email', { customer: 'Ada' }],
    ['a negative after', { after: -1 }],
    ['a crash of the pool', { service: 'pool', fault: 'crash' }],
  ])('%s', (_name, wrong) => {
    const given = { service: 'store', match: 'GET /a', fault: 'hang', ...wrong };
    expect(v.safeParse(faultSchema, given).success).toBe(false);
  });

  test.each([
    ['gateway', 'POST /api/transact.php', 'Invalid customer: the gateway cannot know whose request it is'],
    ['pool', 'GET /login', 'Invalid customer: the user pool knows it of its operations only ("POST /")'],
  ])('a customer where %s cannot tell it, with words', (service, match, message) => {
    const given = { service, match, fault: 'hang', customer: 'ada@example.com' };
    expect(v.safeParse(faultSchema, given).issues).toMatchObject([{ message }]);
  });
});
