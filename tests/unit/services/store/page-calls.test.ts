import { describe, expect, it, vi } from 'vitest';
import { StoreError } from '#domain/store-error.ts';
import { createLimitCalls } from '#services/store/limit-calls.ts';
import { createNoticeCalls } from '#services/store/notice-calls.ts';
import { createRefundCalls } from '#services/store/refund-calls.ts';
import { refundTerms } from '#tests/purchases.ts';
import { recordingClient } from './store-server.ts';

const absent = new StoreError('refused', 'Request failed: Not Found', { status: 404, code: 'not-found' });
const unknownCustomer = new StoreError('refused', 'Customer not found', { status: 404 });
const notices = { low_balance: 500, expiring: false };

describe('email notices', () => {
  it('are read and saved', async () => {
    const { asked, call } = recordingClient(() => notices);
    expect(await createNoticeCalls(call).load()).toEqual(notices);
    expect(await createNoticeCalls(call).save(notices)).toEqual(notices);
    expect(asked).toMatchObject([
      { path: '/api/notices' },
      { method: 'PUT', path: '/api/notices', json: notices },
    ]);
  });

  it.each([
    ['says that it sends none', { ...notices, is_available: false }],
    ['has none', absent],
  ])('are null if the store %s', async (_, answer) => {
    expect(await createNoticeCalls(recordingClient(() => answer).call).load()).toBeNull();
  });

  it('fail to load for a customer whom the store does not know yet', async () => {
    const { call } = recordingClient(() => unknownCustomer);
    await expect(createNoticeCalls(call).load()).rejects.toBe(unknownCustomer);
  });
});

const limit = { monthly_credits: 500, used: 12, resets_at: '2026-12-01T06:00:00Z' };

describe('the spending limit', () => {
  const register = vi.fn(async () => undefined);
  const callsWith = (answer: object | null) => {
    const { asked, call } = recordingClient(() => answer);
    return { asked, ...createLimitCalls(call, register) };
  };

  it('is read, set and removed', async () => {
    const { asked, load, save } = callsWith(limit);
    expect([await load(), await save(500), await save(null)]).toEqual([limit, limit, limit]);
    expect(asked).toMatchObject([
      { path: '/api/spending-limit' },
      { method: 'PUT', path: '/api/spending-limit', json: { monthly_credits: 500 } },
      { method: 'DELETE', path: '/api/spending-limit' },
    ]);
  });

  it('is null if the store has none', async () => {
    expect(await callsWith(absent).load()).toBeNull();
  });

  it('is read again after a new customer has been registered', async () => {
    const { asked, load } = callsWith(unknownCustomer);
    await expect(load()).rejects.toBe(unknownCustomer);
    expect(register).toHaveBeenCalledOnce();
    expect(asked).toHaveLength(2);
  });
});

describe('a refund', () => {
  const onStarted = vi.fn();
  const callsWith = (answer: object | null) => {
    onStarted.mockClear();
    const { asked, call } = recordingClient(() => answer);
    return { asked, ...createRefundCalls(call, onStarted) };
  };

  it('is read with the transaction’s id, and is null if the store has none', async () => {
    const { asked, load } = callsWith(refundTerms);
    expect(await load('a/b')).toEqual(refundTerms);
    expect(asked).toMatchObject([{ path: '/api/transactions/a%2Fb/refund' }]);
    expect(await callsWith(absent).load('a')).toBeNull();
  });

  it('is requested once, and then announced', async () => {
    const { asked, request } = callsWith({});
    await request('a');
    expect(asked).toMatchObject([{ method: 'POST', path: '/api/transactions/a/refund' }]);
    expect(onStarted).toHaveBeenCalledOnce();
  });

  it('is not announced if the request fails', async () => {
    await expect(callsWith(absent).request('a')).rejects.toBe(absent);
    expect(onStarted).not.toHaveBeenCalled();
  });
});
