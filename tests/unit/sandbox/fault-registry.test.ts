import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { faultSchema } from '#server/sandbox/faults/fault.ts';
import { createFaultRegistry } from '#server/sandbox/faults/registry.ts';

const hang = v.parse(faultSchema, { service: 'store', match: 'GET /a', fault: 'hang' });
const getA = { service: 'store', method: 'GET', path: '/a' } as const;

describe('the registry', () => {
  test('counts down and forgets', () => {
    const registry = createFaultRegistry();
    const { id } = registry.add({ ...hang, times: 2 });
    expect(registry.take(getA)?.id).toBe(id);
    expect(registry.list()).toEqual([{ ...hang, id, times: 1 }]);
    expect(registry.take(getA)?.id).toBe(id);
    expect(registry.take(getA)).toBeUndefined();
    expect(registry.list()).toEqual([]);
  });

  test('lets the oldest strike first, and keeps what has no count', () => {
    const registry = createFaultRegistry();
    const first = registry.add({ ...hang, times: 1 });
    const second = registry.add(hang);
    const struck = [registry.take(getA), registry.take(getA), registry.take(getA)].map((fault) => fault?.id);
    expect(struck).toEqual([first.id, second.id, second.id]);
  });

  test('removes one, or all', () => {
    const registry = createFaultRegistry();
    const { id } = registry.add(hang);
    registry.add(hang);
    expect(registry.remove(id)).toBe(true);
    expect(registry.remove(id)).toBe(false);
    expect(registry.concerns('store')).toBe(true);
    expect(registry.concerns('gateway')).toBe(false);
    registry.clear();
    expect(registry.concerns('store')).toBe(false);
  });

  test('keeps what holds replies until it is removed, and says when', async () => {
    const registry = createFaultRegistry();
    const { id } = registry.add({ ...hang, fault: 'hold', times: 1 });
    const told: string[] = [];
    const removal = registry.removal(id).then(() => told.push('removed'));
    expect([registry.take(getA)?.id, registry.take(getA)]).toEqual([id, undefined]);
    expect(registry.list()).toMatchObject([{ id, times: 0 }]);
    expect(told).toEqual([]);
    registry.clear();
    await removal;
    await registry.removal(id);
    expect(told).toEqual(['removed']);
  });

  test('tells of each new fault, and strikes only its service', () => {
    const told: string[] = [];
    const registry = createFaultRegistry((service) => told.push(service));
    registry.add(hang);
    expect(told).toEqual(['store']);
    expect(registry.take({ ...getA, service: 'gateway' })).toBeUndefined();
  });
});

describe('a fault is refused', () => {
  test.each([
    ['an unknown service', { service: 'site' }],
    ['an unknown kind', { fault: 'explode' }],
    ['a match without method', { match: '/a' }],
    ['a match with a query', { match: 'GET /a?b' }],
    ['a * in the middle', { match: 'GET /a/*/b' }],
    ['an operation outside of the pool', { match: 'POST / SignUp' }],
    ['no times', { times: 0 }],
    ['a negative delay', { delayMs: -1 }],
    ['a status without body', { status: 101 }],
    ['a header with a line end', { headers: { a: 'b\r\nc' } }],
    ['an unknown field', { speed: 1 }],
    ['a script elsewhere', { fault: 'script', body: 'hang' }],
    ['an unknown script', { service: 'gateway', match: 'GET /token/Collect.js', fault: 'script', body: 'x' }],
    ['a crash of the pool', { service: 'pool', fault: 'crash' }],
  ])('%s', (_name, wrong) => {
    const given = { service: 'store', match: 'GET /a', fault: 'hang', ...wrong };
    expect(v.safeParse(faultSchema, given).success).toBe(false);
  });
});
