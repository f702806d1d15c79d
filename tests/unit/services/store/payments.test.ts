import { describe, expect, it, vi } from 'vitest';
import type { AttemptState } from '#contract/purchases.ts';
import type { History, Transaction } from '#contract/transactions.ts';
import { StoreError, type StoreErrorKind } from '#domain/store-error.ts';
import { createPayments } from '#services/store/payments.ts';
import type { PurchaseCalls } from '#services/store/purchase-calls.ts';
import type { StoreApi } from '#services/store/store.ts';
import { attempt, billing, purchase } from '#tests/purchases.ts';
import { completedTransaction } from '#tests/transactions.ts';

const error = (
  kind: StoreErrorKind,
  status: number | null = null,
  message = 'Words',
  retryAfter: number | null = null,
) => new StoreError(kind, message, { status, retryAfter });

const noOthers = () => [];
const order = { attempt, billing, paymentToken: 'a-token' };

const row = (changes: Partial<Transaction> = {}): Transaction => ({
  ...completedTransaction,
  ionic_transaction_id: '',
  ionic_order_id: attempt.id,
  ...changes,
});
const page = (transactions: Transaction[], total_pages = 1): History => ({
  transactions,
  pagination: { total_pages, total_items: transactions.length },
});

const open = (replayable = true) => {
  const store = {
    pay: vi.fn<PurchaseCalls['pay']>(),
    attempt: vi.fn<PurchaseCalls['attempt']>(),
    withdraw: vi.fn<PurchaseCalls['withdraw']>(),
    history: vi.fn<StoreApi['history']>(),
  };
  // Simulate a store that has no endpoint for attempts.
  store.attempt.mockRejectedValue(error('refused', 404));
  store.withdraw.mockRejectedValue(error('refused', 404));
  store.history.mockResolvedValue(page([]));
  return { store, payments: createPayments(store, { replayable }) };
};

describe('a charge', () => {
  it('is approved if the store returns a purchase', async () => {
    const { store, payments } = open();
    store.pay.mockResolvedValue(purchase);
    expect(await payments.pay(order)).toEqual({ outcome: 'approved', purchase });
    expect(store.pay).toHaveBeenCalledWith(order, undefined);
  });

  const anyText = expect.any(String);
  const usedToken = 'These card details have already been used. Please enter your card again.';
  const newPrice = 'The price of this package has changed. Your card was not charged.';

  it.each([
    [error('refused', 402, 'Insufficient funds'), 'declined', 'declined', 'Insufficient funds'],
    [error('refused', 400, usedToken), 'refused', 'token-refused', anyText],
    [error('refused', 402, 'Payment Token has expired'), 'refused', 'token-refused', anyText],
    [error('refused', 404, 'No longer available.'), 'refused', 'package-withdrawn', anyText],
    [error('refused', 404, 'Customer not found'), 'refused', 'refused', 'Customer not found'],
    [error('refused', 404, 'Request failed: Not Found'), 'refused', 'refused', anyText],
    [error('refused', 422, 'zip is wrong'), 'refused', 'refused', 'zip is wrong'],
    [
      error('refused', 429, 'Slow down.', 12),
      'refused',
      'rate-limited',
      'Slow down. You have not been charged. Try again in 12 seconds.',
    ],
    [error('refused', 429, 'Slow down'), 'refused', 'rate-limited', 'Slow down'],
    [error('refused', 409, newPrice), 'refused', 'price-changed', anyText],
    [error('unsent'), 'refused', 'unreachable', ''],
  ])('is certainly not made after %s without an error code', async (thrown, outcome, name, message) => {
    const { store, payments } = open();
    store.pay.mockRejectedValue(thrown);
    expect(await payments.pay(order)).toEqual({ outcome, failure: { name, message } });
  });

  it.each([
    ['token-used', 402, 'refused', 'token-refused'],
    ['declined', 402, 'declined', 'declined'],
    ['not-charged', 402, 'declined', 'declined'],
    ['customer-blocked', 403, 'refused', 'customer-blocked'],
    ['customer-not-found', 404, 'refused', 'refused'],
    ['product-not-found', 404, 'refused', 'package-withdrawn'],
    ['price-changed', 409, 'refused', 'price-changed'],
    ['key-reused', 422, 'refused', 'unresolved'],
    ['rate-limited', 429, 'refused', 'rate-limited'],
    // Keep the store's message, because "later" or "tomorrow" says more than a number of seconds.
    ['too-many-declines', 429, 'refused', 'refused'],
    ['purchases-paused', 429, 'refused', 'refused'],
    ['invalid-request', 400, 'refused', 'refused'],
  ] as const)('is classified by the code %s, not by the message', async (code, status, outcome, name) => {
    const { store, payments } = open();
    const message = 'Tous les mots: payment token, customer, idempotency.';
    store.pay.mockRejectedValue(new StoreError('refused', message, { status, code }));
    expect(await payments.pay(order)).toEqual({ outcome, failure: { name, message } });
  });

  it('is unknown while the attempt is in progress, whatever the message', async () => {
    const { store, payments } = open();
    const details = { status: 409, code: 'attempt-in-progress' } as const;
    store.pay.mockRejectedValue(new StoreError('refused', 'The price has changed.', details));
    expect(await payments.pay(order)).toEqual({ outcome: 'unknown' });
  });

  it.each([
    ['a cut connection', error('unreachable')],
    ['a timeout', error('timed-out')],
    ['an unreadable response', error('malformed', 200)],
    ['a 409', error('refused', 409)],
    ['a 408', error('refused', 408)],
    ['a 425', error('refused', 425)],
    ['a 500', error('refused', 500)],
    ['a 504', error('refused', 504)],
    ['an ended session', error('signed-out', 401)],
  ])('is unknown after %s', async (_, thrown) => {
    const { store, payments } = open();
    store.pay.mockRejectedValue(thrown);
    expect(await payments.pay(order)).toEqual({ outcome: 'unknown' });
  });

  it('is unresolved if its key belongs to another request', async () => {
    const { store, payments } = open();
    const message = 'This Idempotency-Key belongs to another payment request.';
    store.pay.mockRejectedValue(error('refused', 422, message));
    const stopped = { outcome: 'refused', failure: { name: 'unresolved', message } };
    expect(await payments.pay(order)).toEqual(stopped);
    expect(await payments.askOutcome(order, noOthers)).toEqual(stopped);
  });
});

describe('looking up an outcome', () => {
  const afterReload = { attempt, billing: null, paymentToken: null };

  it('replays the same request if the store accepts its key', async () => {
    const { store, payments } = open();
    store.pay.mockResolvedValue(purchase);
    expect(await payments.askOutcome(order, noOthers)).toEqual({ outcome: 'approved', purchase });
    expect(store.pay.mock.lastCall?.[0].attempt.id).toBe(attempt.id);
  });

  it('never replays without a key', async () => {
    const { store, payments } = open(false);
    await payments.askOutcome(order, noOthers);
    expect(store.pay).not.toHaveBeenCalled();
  });

  it.each([
    ['a spent token', error('refused', 400, 'Please enter your card again.')],
    ['an ended session', error('signed-out', 401)],
    ['a withdrawn package', error('refused', 404, 'This package is no longer available.')],
  ])('continues with the ledger if the replay gets %s', async (_, thrown) => {
    const { store, payments } = open();
    store.pay.mockRejectedValue(thrown);
    store.history.mockResolvedValue(page([row({ status: 'pending' })]));
    expect(await payments.askOutcome(order, noOthers)).toEqual({ outcome: 'unknown' });
    store.history.mockResolvedValue(page([row()]));
    expect(await payments.askOutcome(order, noOthers)).toEqual({ outcome: 'approved', purchase });
  });

  it.each([
    ['completed', { outcome: 'approved', purchase }],
    ['failed', { outcome: 'declined', failure: { name: 'declined', message: '' } }],
    ['pending', { outcome: 'unknown' }],
    ['refunded', { outcome: 'unknown' }],
    ['odd', { outcome: 'unknown' }],
  ])('finds the attempt’s own row with the status %s', async (status, answer) => {
    const { store, payments } = open();
    store.history.mockResolvedValue(page([row({ ionic_order_id: null }), row({ status })]));
    expect(await payments.askOutcome(afterReload, noOthers)).toEqual(answer);
  });

  it.each([
    [
      { state: 'completed', purchase },
      { outcome: 'approved', purchase },
    ],
    [
      { state: 'failed', detail: 'Words' },
      { outcome: 'declined', failure: { name: 'declined', message: 'Words' } },
    ],
    [
      { state: 'refunded', purchase },
      { outcome: 'refused', failure: { name: 'refunded', message: '' } },
    ],
    [{ state: 'pending' }, { outcome: 'unknown' }],
  ] satisfies [AttemptState, unknown][])(
    'withdraws an attempt that can’t be replayed, and reads the state %o',
    async (state, answer) => {
      const { store, payments } = open();
      store.withdraw.mockResolvedValue(state);
      expect(await payments.askOutcome(afterReload, noOthers)).toEqual(answer);
      expect(store.withdraw).toHaveBeenCalledExactlyOnceWith(attempt.id, undefined);
      expect(store.history).not.toHaveBeenCalled();
    },
  );

  it('never withdraws an attempt that can be replayed', async () => {
    const { store, payments } = open();
    store.attempt.mockResolvedValue({ state: 'completed', purchase });
    store.pay.mockRejectedValue(error('refused', 409));
    expect(await payments.askOutcome(order, noOthers)).toMatchObject({ outcome: 'approved' });
    expect(store.withdraw).not.toHaveBeenCalled();
  });

  it('never withdraws an attempt without idempotency keys', async () => {
    const { store, payments } = open(false);
    await payments.askOutcome(afterReload, noOthers);
    expect(store.withdraw).not.toHaveBeenCalled();
    expect(store.attempt).not.toHaveBeenCalled();
  });

  it('reads at most three pages, however old their rows seem', async () => {
    const { store, payments } = open();
    const older = row({ ionic_order_id: 'another', transaction_date: '2001-01-01T00:00:00Z' });
    store.history.mockResolvedValue(page([older], 9));
    expect(await payments.askOutcome(afterReload, noOthers)).toEqual({ outcome: 'unknown' });
    expect(store.history.mock.calls.map(([request]) => request)).toEqual([
      { page: 1 },
      { page: 2 },
      { page: 3 },
    ]);
  });

  it('accepts a row with missing fields', async () => {
    const { store, payments } = open();
    store.history.mockResolvedValue(
      page([row({ id: null, ionic_transaction_id: null, total_credits: null, amount_display: 'n/a' })]),
    );
    expect(await payments.askOutcome(afterReload, noOthers)).toEqual({
      outcome: 'approved',
      purchase: { transaction_id: attempt.id, credits_added: 1_300, amount_cents: 0 },
    });
  });

  it('returns unknown while the ledger can’t be read', async () => {
    const { store, payments } = open();
    store.history.mockRejectedValue(error('unreachable'));
    expect(await payments.askOutcome(afterReload, noOthers)).toEqual({ outcome: 'unknown' });
  });
});
