import { describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { StoreError, type StoreErrorKind } from '#domain/store-error.ts';
import type { TopUpFailureName } from '#domain/top-up.ts';
import { topUpOff } from '#gallery/harness/fixtures.ts';
import { createTopUpCalls } from '#services/store/top-up-calls.ts';
import { on, settings } from '#tests/top-ups.ts';
import { recordingClient } from './store-server.ts';

const callsTo = (answer: Parameters<typeof recordingClient>[0]) => {
  const { asked, call } = recordingClient(answer);
  const register = vi.fn(async () => undefined);
  return { asked, register, calls: createTopUpCalls(call, register) };
};

it('saving the top-up sends the settings, the consent and the price that the customer saw', async () => {
  const { asked, calls } = callsTo(() => on);
  expect(await calls.save(settings)).toEqual({ outcome: 'done', topUp: on });
  expect(asked).toMatchObject([
    {
      method: 'PUT',
      path: '/api/top-up',
      headers: { 'X-Expected-Amount-Cents': '1000' },
      json: {
        threshold_credits: 500,
        product_id: 'plus',
        card_id: 'first',
        monthly_limit_cents: 5_000,
        consent: settings.consent,
      },
    },
  ]);
});

it('turning off the top-up sends a DELETE request', async () => {
  const { asked, calls } = callsTo(() => topUpOff);
  expect(await calls.turnOff()).toEqual({ outcome: 'done', topUp: topUpOff });
  expect(asked).toMatchObject([{ method: 'DELETE', path: '/api/top-up' }]);
});

it('a new customer is registered before the top-up settings load', async () => {
  let isKnown = false;
  const { asked, register, calls } = callsTo(() => {
    if (!isKnown) throw new StoreError('refused', 'Customer not found', { status: 404 });
    return topUpOff;
  });
  register.mockImplementation(async () => {
    isKnown = true;
  });
  expect(await calls.load()).toEqual(topUpOff);
  expect(asked).toHaveLength(2);
});

const refusals: readonly (readonly [number, ErrorCode | undefined, TopUpFailureName])[] = [
  [403, 'recent-sign-in-required', 'sign-in-required'],
  [409, 'price-changed', 'price-changed'],
  [404, 'product-not-found', 'package-withdrawn'],
  [404, 'card-not-found', 'card-missing'],
  [402, 'card-expired', 'card-expired'],
  [402, 'declined', 'card-refused'],
  [409, 'consent-outdated', 'consent-outdated'],
  [409, 'top-up-unavailable', 'unavailable'],
  [403, 'customer-blocked', 'customer-blocked'],
  [429, 'rate-limited', 'rate-limited'],
  [400, 'invalid-request', 'amounts-refused'],
  [499, undefined, 'refused'],
  [500, 'internal-error', 'unknown'],
  [503, 'unavailable', 'unknown'],
];

describe('a refused change of top-up settings', () => {
  it.each(refusals)('with the status %d and the code %s is reported as %s', async (status, code, name) => {
    const { calls } = callsTo(() => new StoreError('refused', 'No.', { status, code }));
    expect(await calls.save(settings)).toEqual({ outcome: 'refused', name });
  });

  it.each([
    ['unreachable', 'unknown'],
    ['timed-out', 'unknown'],
    ['malformed', 'unknown'],
    ['unsent', 'unreachable'],
    ['signed-out', 'session-ended'],
  ] as const satisfies readonly (readonly [StoreErrorKind, TopUpFailureName])[])(
    'without a response (%s) is reported as %s',
    async (kind, name) => {
      const { calls } = callsTo(() => new StoreError(kind, 'No.'));
      expect(await calls.turnOff()).toEqual({ outcome: 'refused', name });
    },
  );
});

it('an aborted load of the top-up rejects with its signal’s reason', async () => {
  const reason = new DOMException('Abandoned', 'AbortError');
  await expect(callsTo(() => reason).calls.load()).rejects.toBe(reason);
});

it('every top-up call times out after 20 s', async () => {
  vi.useFakeTimers();
  const { calls } = callsTo(() => new Promise(() => undefined));
  const ended = Promise.all([
    expect(calls.load()).rejects.toThrow('20000 ms'),
    expect(calls.save(settings)).resolves.toEqual({ outcome: 'refused', name: 'unknown' }),
    expect(calls.turnOff()).resolves.toEqual({ outcome: 'refused', name: 'unknown' }),
  ]);
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
});
