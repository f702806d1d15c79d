import { describe, expect, it, vi } from 'vitest';
import type { History, Transaction } from '#contract/transactions.ts';
import { StoreError } from '#domain/store-error.ts';
import type { PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { createPayments } from '#services/store/payments.ts';
import type { PurchaseCalls } from '#services/store/purchase-calls.ts';
import type { StoreApi } from '#services/store/store.ts';
import { attempt as anyAttempt, billing } from '#tests/purchases.ts';
import { completedTransaction } from '#tests/transactions.ts';

const row = (id: string | null, changes: Partial<Transaction> = {}): Transaction => ({
  ...completedTransaction,
  id,
  ionic_order_id: id && `order-${id}`,
  ionic_transaction_id: id && `gateway-${id}`,
  ...changes,
});
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `t${from + index}`);
const attempt: PurchaseAttempt = { ...anyAttempt, baseline: ['t1', 't0'] };
const unknown = { outcome: 'unknown' };
const approvedAs = (id: string) => ({
  outcome: 'approved',
  purchase: { transaction_id: id, credits_added: 1_300, amount_cents: 1_000 },
});

const open = (...rows: Transaction[]) => {
  const ledger = { rows };
  const neverCalled = () => Promise.reject(new Error('Without keys this is not asked'));
  const store = {
    pay: vi.fn<PurchaseCalls['pay']>(neverCalled),
    attempt: vi.fn<PurchaseCalls['attempt']>(neverCalled),
    withdraw: vi.fn<PurchaseCalls['withdraw']>(neverCalled),
    history: vi.fn<StoreApi['history']>(
      async ({ page, limit = 10 }): Promise<History> => ({
        transactions: ledger.rows.slice((page - 1) * limit, page * limit),
        pagination: { total_pages: Math.ceil(ledger.rows.length / limit), total_items: ledger.rows.length },
      }),
    ),
  };
  const payments = createPayments(store, { replayable: false });
  return {
    ledger,
    store,
    payments,
    ask: (asked: PurchaseAttempt = attempt, kept: readonly PurchaseAttempt[] = [asked]) =>
      payments.askOutcome({ attempt: asked, billing, paymentToken: 'token' }, () => kept),
  };
};

describe('the baseline before a payment', () => {
  it('contains the rows of all pages, with any status', async () => {
    const statuses = ['completed', 'pending', 'failed', 'refunded', null];
    const { payments, store } = open(
      ...ids(0, 250).map((id, index) => row(id, { status: statuses[index % 5] ?? null })),
    );
    expect(await payments.readBaseline()).toEqual({ outcome: 'noted', baseline: ids(0, 250) });
    expect(store.history).toHaveBeenCalledTimes(3);
  });

  it('contains only the newest 1,000 rows', async () => {
    const { payments, store } = open(...ids(0, 1_200).map((id) => row(id)));
    expect(await payments.readBaseline()).toEqual({ outcome: 'noted', baseline: ids(0, 1_000) });
    expect(store.history).toHaveBeenCalledTimes(10);
  });

  it('identifies a row by any of the row’s ids', async () => {
    const { payments } = open(
      row(null, { ionic_order_id: 'o1' }),
      row('', { ionic_order_id: '', ionic_transaction_id: 'g1' }),
      row(null),
    );
    expect(await payments.readBaseline()).toEqual({ outcome: 'noted', baseline: ['o1', 'g1'] });
  });

  it('is empty for a customer whom the store doesn’t know yet', async () => {
    const { payments, store } = open();
    store.history.mockRejectedValue(new StoreError('refused', 'Customer not found', { status: 404 }));
    expect(await payments.readBaseline()).toEqual({ outcome: 'noted', baseline: [] });
  });

  it.each([
    ['ledger-unreadable', new StoreError('unreachable', 'Words')],
    ['ledger-unreadable', new StoreError('malformed', 'Words', { status: 200 })],
    ['ledger-unreadable', new StoreError('refused', 'Not Found', { status: 404 })],
    ['session-ended', new StoreError('signed-out', 'Words', { status: 401 })],
  ])('fails with %s if a page can’t be read', async (name, thrown) => {
    const { payments, store } = open(...ids(0, 150).map((id) => row(id)));
    const [history] = [store.history.getMockImplementation()];
    store.history.mockImplementation(async (request, signal) => {
      if (request.page === 2 || history === undefined) throw thrown;
      return history(request, signal);
    });
    expect(await payments.readBaseline()).toEqual({
      outcome: 'refused',
      failure: { name, message: thrown.message },
    });
  });

  it('rejects with its signal’s reason', async () => {
    const { payments, store } = open();
    store.history.mockRejectedValue(new DOMException('Left', 'AbortError'));
    await expect(payments.readBaseline()).rejects.toThrow('Left');
  });

  it('is not read if the store accepts idempotency keys', async () => {
    const { store } = open();
    expect(await createPayments(store, { replayable: true }).readBaseline()).toEqual({
      outcome: 'noted',
      baseline: null,
    });
    expect(store.history).not.toHaveBeenCalled();
  });
});

describe('a purchase looked up in the ledger', () => {
  it.each([
    ['a day earlier', '2026-11-19T12:00:00Z'],
    ['a day later', '2026-11-21T12:00:00Z'],
    ['missing', null],
  ])('matches the row that the baseline lacks, even if the row’s date is %s', async (_, transaction_date) => {
    const { ask } = open(row('t2', { transaction_date }), row('t1'), row('t0'));
    expect(await ask()).toEqual(approvedAs('t2'));
  });

  it.each([
    ['a row in the baseline', row('t1')],
    ['a row in the baseline, dated now', row('t1', { transaction_date: new Date().toISOString() })],
    ['a row in the baseline under another id', row('t9', { ionic_order_id: 't0' })],
    ['a row of another package', row('t2', { product_name: 'Pro' })],
    ['a row without an id', row(null)],
    ['a row that failed', row('t2', { status: 'failed' })],
    ['a row that is pending', row('t2', { status: 'pending' })],
    ['a row that is refunded', row('t2', { status: 'refunded' })],
  ])('is not %s', async (_, other) => {
    const { ask } = open(other, row('t0'));
    expect(await ask()).toEqual(unknown);
  });

  it('is unknown without a baseline, whatever the ledger has', async () => {
    const { ask, store } = open(row('t2'));
    expect(await ask({ ...attempt, baseline: null })).toEqual(unknown);
    expect(store.history).not.toHaveBeenCalled();
  });

  it('is found beyond a page of new rows, without reading pages of known rows', async () => {
    const others = ids(1_000, 1_150).map((id) => row(id, { product_name: 'Pro' }));
    const before = ids(0, 400);
    const { ask, store } = open(...others, row('t500'), ...before.map((id) => row(id)));
    expect(await ask({ ...attempt, baseline: before })).toEqual(approvedAs('t500'));
    expect(store.history.mock.calls.map(([{ page }]) => page)).toEqual([1, 2, 3]);
  });

  it('is unknown while the ledger can’t be read', async () => {
    const { ask, store } = open();
    store.history.mockRejectedValue(new StoreError('unreachable', 'Words'));
    expect(await ask()).toEqual(unknown);
  });
});

describe('two payment attempts for the same package', () => {
  const other: PurchaseAttempt = { ...attempt, id: '7a3f1f6e-6d0a-4f49-9a3b-6d1b0a8e2c22' };

  it('don’t claim the only new row', async () => {
    const { ask } = open(row('t2'), row('t1'));
    expect(await ask(attempt, [attempt, other])).toEqual(unknown);
    expect(await ask(other, [attempt, other])).toEqual(unknown);
  });

  it('get one row each if there are two new rows', async () => {
    const { ask } = open(row('t3'), row('t2'), row('t1'));
    expect(await ask(attempt, [attempt, other])).toEqual(approvedAs('t2'));
    expect(await ask(other, [{ ...other, baseline: ['t1', 't0', 't2'] }])).toEqual(approvedAs('t3'));
  });

  it('don’t claim each other’s outcome', async () => {
    const { ask, ledger } = open(row('t2'), row('t1'));
    const told = { ...attempt, baseline: ['t1', 't0', 'gateway-t2'] };
    expect(await ask(attempt, [told])).toEqual(unknown);
    ledger.rows = [row('t3'), ...ledger.rows];
    expect(await ask(attempt, [told])).toEqual(approvedAs('t3'));
  });

  it.each([
    ['is for another package', { ...other, productName: 'Pro' }],
    ['started when the row already existed', { ...other, baseline: ['t2', 't1', 't0'] }],
  ])('don’t block each other if one of them %s', async (_, elsewhere) => {
    const { ask } = open(row('t2'), row('t1'));
    expect(await ask(attempt, [attempt, elsewhere])).toEqual(approvedAs('t2'));
  });

  it('are looked up only after the ledger is read', async () => {
    const { payments, store } = open(row('t2'), row('t1'));
    const read = vi.fn(() => [attempt]);
    await payments.askOutcome({ attempt, billing, paymentToken: 'token' }, read);
    expect(read.mock.invocationCallOrder[0]).toBeGreaterThan(store.history.mock.invocationCallOrder[0] ?? 0);
  });
});
