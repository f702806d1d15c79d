import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { isBusy, selectOpenTransaction, selectView } from '#machines/ledger.selectors.ts';
import { ledgerMachine } from '#machines/ledger.ts';
import type {
  LedgerAddress,
  LedgerAnswer,
  LedgerEvent,
  LedgerMoved,
  LedgerQuery,
  LedgerTransaction,
} from '#machines/ledger.types.ts';
import { answering, deferred, failing, settle } from './harness.ts';

const row = (id: string): LedgerTransaction => ({
  id,
  product_name: 'Plus',
  transaction_date: '2026-11-20T12:00:00Z',
  status: 'completed',
  amount_display: '$10.00',
  credits_received: 1_200,
  bonus_credits: 100,
  total_credits: 1_300,
  balance_after_transaction: 1_300,
  ionic_transaction_id: 'g1',
  ionic_order_id: 'o1',
});
const page = (pages: number, ...ids: string[]): LedgerAnswer => ({
  outcome: 'loaded',
  history: { transactions: ids.map(row), pagination: { total_pages: pages, total_items: pages * 10 } },
});
const start: LedgerAddress = { filter: 'completed', page: 1, transaction: null };

const visit = async (
  load: (query: LedgerQuery) => LedgerAnswer | Promise<LedgerAnswer>,
  address: LedgerAddress = start,
) => {
  const world = { load };
  const reader = answering<LedgerAnswer, LedgerQuery>((query) => world.load(query));
  const ledger = createActor(ledgerMachine.provide({ actors: { loadHistory: reader.logic } }), {
    input: { address },
  });
  const moves: LedgerMoved[] = [];
  ledger.on('address.changed', (event) => moves.push(event));
  ledger.start();
  await settle();
  return {
    ledger,
    world,
    moves,
    queries: reader.inputs,
    view: () => selectView(ledger.getSnapshot()),
    busy: () => isBusy(ledger.getSnapshot()),
    open: () => selectOpenTransaction(ledger.getSnapshot())?.id ?? null,
    ids: () => ledger.getSnapshot().context.history?.transactions.map(({ id }) => id),
    send: async (...events: LedgerEvent[]) => {
      for (const event of events) ledger.send(event);
      await settle();
    },
  };
};

describe('what the list shows', () => {
  it.each([
    ['rows', async () => page(3, 'a')],
    ['empty', async () => page(0)],
    ['empty', async () => page(3)],
    ['welcome', async (): Promise<LedgerAnswer> => ({ outcome: 'unknown-customer' })],
    ['failed', failing],
  ] as const)('is %s', async (view, load) => {
    expect((await visit(load)).view()).toBe(view);
  });

  it('comes back from a failure', async () => {
    const customer = await visit(failing);
    customer.world.load = () => page(1, 'a');
    await customer.send({ type: 'history.retried' });
    expect(customer.view()).toBe('rows');
  });

  it('keeps the old rows, marked busy, while others load', async () => {
    const customer = await visit(() => page(2, 'old'));
    const next = deferred<LedgerAnswer>();
    customer.world.load = () => next.promise;
    await customer.send({ type: 'page.chosen', page: 2 });
    expect([customer.view(), customer.busy(), customer.ids()]).toEqual(['rows', true, ['old']]);
    next.resolve(page(2, 'new'));
    await settle();
    expect([customer.busy(), customer.ids()]).toEqual([false, ['new']]);
  });

  it('is only the latest answer', async () => {
    const customer = await visit(() => page(1, 'start'));
    const first = deferred<LedgerAnswer>();
    const second = deferred<LedgerAnswer>();
    customer.world.load = ({ filter }) => (filter === 'failed' ? first.promise : second.promise);
    await customer.send(
      { type: 'filter.chosen', filter: 'failed' },
      { type: 'filter.chosen', filter: 'pending' },
    );
    second.resolve(page(1, 'second'));
    await settle();
    first.resolve(page(1, 'first'));
    await settle();
    expect(customer.ids()).toEqual(['second']);
  });

  it('is read again when a purchase made it outdated', async () => {
    const customer = await visit(() => page(1, 'a'));
    await customer.send({ type: 'history.outdated' });
    expect(customer.queries).toHaveLength(2);
  });
});

describe('the address', () => {
  it('follows filter and pager, and another filter goes to page 1', async () => {
    const customer = await visit(() => page(5, 'a'));
    await customer.send({ type: 'page.chosen', page: 3 });
    await customer.send({ type: 'filter.chosen', filter: 'refunded' });
    expect(customer.moves.map(({ address, replace }) => [address.filter, address.page, replace])).toEqual([
      ['completed', 3, false],
      ['refunded', 1, false],
    ]);
    expect(customer.queries.at(-1)).toEqual({ filter: 'refunded', page: 1 });
  });

  it('leads the ledger, without an echo', async () => {
    const customer = await visit(() => page(5, 'a'));
    await customer.send({
      type: 'address.visited',
      address: { filter: 'failed', page: 2, transaction: null },
    });
    expect(customer.queries.at(-1)).toEqual({ filter: 'failed', page: 2 });
    await customer.send({
      type: 'address.visited',
      address: { filter: 'failed', page: 2, transaction: null },
    });
    expect(customer.queries).toHaveLength(2);
    expect(customer.moves).toEqual([]);
  });

  it('past the last page is made right', async () => {
    const customer = await visit(({ page: number }) => (number > 6 ? page(6) : page(6, 'last')), {
      ...start,
      page: 9_999,
    });
    expect(customer.queries.map(({ page: number }) => number)).toEqual([9_999, 6]);
    expect(customer.moves).toEqual([
      { type: 'address.changed', address: { ...start, page: 6 }, replace: true },
    ]);
    expect(customer.ids()).toEqual(['last']);
  });

  it('past the only page of an empty filter is made right', async () => {
    const customer = await visit(() => page(0), { ...start, page: 7 });
    expect(customer.view()).toBe('empty');
    expect(customer.moves).toEqual([{ type: 'address.changed', address: start, replace: true }]);
  });

  it.each([0, -1, 1.5, 6, Number.NaN])('is not moved to page %d of 5', async (number) => {
    const customer = await visit(() => page(5, 'a'));
    await customer.send({ type: 'page.chosen', page: number });
    expect(customer.moves).toEqual([]);
  });
});

describe('the details', () => {
  it('open and close with the address', async () => {
    const customer = await visit(() => page(1, 'a', 'b'));
    await customer.send({ type: 'transaction.opened', id: 'b' });
    expect(customer.open()).toBe('b');
    await customer.send({ type: 'transaction.closed' });
    expect(customer.open()).toBeNull();
    expect(customer.moves.map(({ address }) => address.transaction)).toEqual(['b', null]);
    await customer.send({ type: 'address.visited', address: { ...start, transaction: 'a' } });
    expect(customer.open()).toBe('a');
    await customer.send({ type: 'address.visited', address: { ...start, transaction: 'b' } });
    expect(customer.open()).toBe('b');
    await customer.send({ type: 'address.visited', address: start });
    expect(customer.open()).toBeNull();
    expect(customer.moves).toHaveLength(2);
  });

  it('open with the page when the address names a transaction, once its row is there', async () => {
    const rows = deferred<LedgerAnswer>();
    const customer = await visit(() => rows.promise, { ...start, transaction: 'a' });
    expect(customer.open()).toBeNull();
    rows.resolve(page(1, 'a'));
    await settle();
    expect(customer.open()).toBe('a');
  });
});
