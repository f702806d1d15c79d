import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Transaction } from '#contract/transactions.ts';
import {
  isBusy,
  isTransactionMissing,
  selectDownload,
  selectDownloadState,
  selectOpenTransaction,
  selectReadAt,
  selectView,
} from '#machines/ledger.selectors.ts';
import { ledgerMachine } from '#machines/ledger.ts';
import type {
  AddressChanged,
  LedgerAddress,
  LedgerAnswer,
  LedgerEmitted,
  LedgerEvent,
  LedgerFilter,
  LedgerQuery,
} from '#machines/ledger.types.ts';
import { completedTransaction } from '#tests/transactions.ts';
import { answering, deferred, failing, settle } from './harness.ts';

const row = (id: string): Transaction => ({ ...completedTransaction, id });
const page = (pages: number, ...ids: string[]): LedgerAnswer => ({
  outcome: 'loaded',
  history: { transactions: ids.map(row), pagination: { total_pages: pages, total_items: pages * 10 } },
  readAt: 1_795_000_000_000,
});
const start: LedgerAddress = { status: 'completed', page: 1, tx: null };

const visit = async (
  load: (query: LedgerQuery) => LedgerAnswer | Promise<LedgerAnswer>,
  address: LedgerAddress = start,
) => {
  const world = { load };
  const reader = answering<LedgerAnswer, LedgerQuery>((query) => world.load(query));
  const downloads: { readonly status: LedgerFilter; ended: boolean }[] = [];
  const writeDownload = fromCallback<LedgerEvent, { status: LedgerFilter }>(({ input: { status } }) => {
    const download = { status, ended: false };
    downloads.push(download);
    return () => {
      download.ended = true;
    };
  });
  const ledger = createActor(
    ledgerMachine.provide({ actors: { loadHistory: reader.logic, writeDownload } }),
    { input: { address } },
  );
  const moves: AddressChanged[] = [];
  ledger.on('address.changed', (event) => moves.push(event));
  const emitted: LedgerEmitted[] = [];
  ledger.on('*', (event) => emitted.push(event));
  ledger.start();
  await settle();
  return {
    ledger,
    world,
    moves,
    emitted,
    downloads,
    queries: reader.inputs,
    view: () => selectView(ledger.getSnapshot()),
    busy: () => isBusy(ledger.getSnapshot()),
    missing: () => isTransactionMissing(ledger.getSnapshot()),
    download: () => ({
      state: selectDownloadState(ledger.getSnapshot()),
      ...selectDownload(ledger.getSnapshot()),
    }),
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
    customer.world.load = ({ status }) => (status === 'failed' ? first.promise : second.promise);
    await customer.send(
      { type: 'filter.chosen', status: 'failed' },
      { type: 'filter.chosen', status: 'pending' },
    );
    second.resolve(page(1, 'second'));
    await settle();
    first.resolve(page(1, 'first'));
    await settle();
    expect(customer.ids()).toEqual(['second']);
  });

  it('is read again when the customer wants it, after what was read is forgotten', async () => {
    const customer = await visit(() => page(1, 'a'));
    expect(selectReadAt(customer.ledger.getSnapshot())).toBe(1_795_000_000_000);
    await customer.send({ type: 'refresh.requested' });
    expect(customer.emitted).toEqual([{ type: 'refresh.started' }]);
    expect(customer.queries).toHaveLength(2);
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
    await customer.send({ type: 'filter.chosen', status: 'refunded' });
    expect(customer.moves.map(({ address, replace }) => [address.status, address.page, replace])).toEqual([
      ['completed', 3, false],
      ['refunded', 1, false],
    ]);
    expect(customer.queries.at(-1)).toEqual({ status: 'refunded', page: 1 });
  });

  it('leads the ledger, without an echo', async () => {
    const customer = await visit(() => page(5, 'a'));
    await customer.send({
      type: 'address.visited',
      address: { status: 'failed', page: 2, tx: null },
    });
    expect(customer.queries.at(-1)).toEqual({ status: 'failed', page: 2 });
    await customer.send({
      type: 'address.visited',
      address: { status: 'failed', page: 2, tx: null },
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
    expect(customer.moves.map(({ address }) => address.tx)).toEqual(['b', null]);
    await customer.send({ type: 'address.visited', address: { ...start, tx: 'a' } });
    expect(customer.open()).toBe('a');
    await customer.send({ type: 'address.visited', address: { ...start, tx: 'b' } });
    expect(customer.open()).toBe('b');
    await customer.send({ type: 'address.visited', address: start });
    expect(customer.open()).toBeNull();
    expect(customer.moves).toHaveLength(2);
  });

  it('open with the page when the address names a transaction, once its row is there', async () => {
    const rows = deferred<LedgerAnswer>();
    const customer = await visit(() => rows.promise, { ...start, tx: 'a' });
    expect(customer.open()).toBeNull();
    rows.resolve(page(1, 'a'));
    await settle();
    expect(customer.open()).toBe('a');
  });

  it.each([
    ['rows', async () => page(1, 'a')],
    ['no row', async () => page(0)],
    ['no customer', async (): Promise<LedgerAnswer> => ({ outcome: 'unknown-customer' })],
  ] as const)('are not found among %s: the address is made right', async (_, load) => {
    const customer = await visit(load, { ...start, tx: 'elsewhere' });
    expect([customer.open(), customer.missing()]).toEqual([null, true]);
    expect(customer.moves).toEqual([{ type: 'address.changed', address: start, replace: true }]);
    await customer.send({ type: 'address.visited', address: start });
    expect(customer.missing()).toBe(true);
    await customer.send({ type: 'filter.chosen', status: 'all' });
    expect(customer.missing()).toBe(false);
  });

  it('are still sought when the page could not be read', async () => {
    const customer = await visit(failing, { ...start, tx: 'a' });
    expect([customer.missing(), customer.moves]).toEqual([false, []]);
    customer.world.load = () => page(1, 'a');
    await customer.send({ type: 'history.retried' });
    expect(customer.open()).toBe('a');
  });

  it('close when their row is gone after a refresh', async () => {
    const customer = await visit(() => page(1, 'a'), { ...start, tx: 'a' });
    expect(customer.open()).toBe('a');
    customer.world.load = () => page(1, 'b');
    await customer.send({ type: 'refresh.requested' });
    expect([customer.open(), customer.missing()]).toEqual([null, true]);
    expect(customer.moves.at(-1)).toMatchObject({ address: { tx: null }, replace: true });
  });

  it('stay when their row is there after a refresh', async () => {
    const customer = await visit(() => page(1, 'a'), { ...start, tx: 'a' });
    await customer.send({ type: 'refresh.requested' });
    expect([customer.open(), customer.missing(), customer.moves]).toEqual(['a', false, []]);
  });
});

describe('the details of a row without an id', () => {
  const unnamed: Transaction = { ...completedTransaction, id: null, product_name: 'Unnamed' };
  const answer: LedgerAnswer = {
    outcome: 'loaded',
    history: { transactions: [row('a'), unnamed], pagination: { total_pages: 1, total_items: 2 } },
    readAt: 0,
  };
  const shown = ({ ledger }: Awaited<ReturnType<typeof visit>>) =>
    selectOpenTransaction(ledger.getSnapshot());

  it('open and close, and no address names them', async () => {
    const customer = await visit(() => answer);
    await customer.send({ type: 'row.opened', place: 1 });
    expect([shown(customer), customer.moves]).toEqual([unnamed, []]);
    await customer.send({ type: 'transaction.closed' });
    expect(shown(customer)).toBeNull();
    await customer.send({ type: 'row.opened', place: 2 });
    expect(shown(customer)).toBeNull();
  });

  it('stay as they were when the page is read again, and when that fails', async () => {
    const customer = await visit(() => answer);
    await customer.send({ type: 'row.opened', place: 1 });
    customer.world.load = () => page(1, 'b');
    await customer.send({ type: 'history.outdated' });
    expect([customer.ids(), shown(customer), customer.missing()]).toEqual([['b'], unnamed, false]);
    customer.world.load = failing;
    await customer.send({ type: 'history.outdated' });
    expect([customer.view(), shown(customer)]).toEqual(['failed', unnamed]);
  });

  it('give way to an address', async () => {
    const customer = await visit(() => answer);
    await customer.send({ type: 'row.opened', place: 1 });
    await customer.send({ type: 'address.visited', address: { ...start, tx: 'a' } });
    expect(shown(customer)).toMatchObject({ id: 'a' });
    await customer.send({ type: 'transaction.closed' }, { type: 'row.opened', place: 1 });
    await customer.send({ type: 'address.visited', address: start });
    expect(shown(customer)).toBeNull();
  });
});

describe('the download', () => {
  it('is of the filter that was chosen when it began, and is handed on once', async () => {
    const customer = await visit(() => page(1, 'a'));
    await customer.send({ type: 'download.requested' }, { type: 'filter.chosen', status: 'failed' });
    await customer.send({ type: 'download.requested' });
    await customer.send({ type: 'download.progressed', rows: 100, total: 250 });
    expect(customer.downloads).toHaveLength(1);
    expect(customer.download()).toMatchObject({
      state: 'running',
      status: 'completed',
      rows: 100,
      total: 250,
    });
    await customer.send({ type: 'download.completed', csv: ['head', 'rows'] });
    expect(customer.emitted.at(-1)).toEqual({
      type: 'ledger.downloaded',
      status: 'completed',
      csv: ['head', 'rows'],
    });
    expect([customer.download().state, customer.downloads[0]?.ended]).toEqual(['saved', true]);
  });

  it.each<LedgerEvent>([
    { type: 'filter.chosen', status: 'failed' },
    { type: 'page.chosen', page: 2 },
    { type: 'address.visited', address: { status: 'completed', page: 2, tx: null } },
    { type: 'refresh.requested' },
  ])('is spoken of until other rows are asked for: $type', async (event) => {
    const customer = await visit(() => page(2, 'a'));
    for (const end of [
      { type: 'download.completed', csv: ['head'] },
      { type: 'download.failed', message: 'No answer' },
    ] as const) {
      await customer.send({ type: 'download.requested' }, end);
      await customer.send({ type: 'filter.chosen', status: 'completed' }, { type: 'history.outdated' });
      expect(customer.download().state).not.toBe('idle');
      await customer.send(event);
      expect(customer.download()).toEqual({ state: 'idle' });
      await customer.send({ type: 'address.visited', address: start });
    }
  });

  it('ends when it is cancelled, and what it still sends is dropped', async () => {
    const customer = await visit(() => page(1, 'a'));
    await customer.send({ type: 'download.requested' }, { type: 'download.cancelled' });
    await customer.send({ type: 'download.completed', csv: ['late'] });
    expect([customer.download(), customer.downloads[0]?.ended, customer.emitted]).toEqual([
      { state: 'idle' },
      true,
      [],
    ]);
  });

  it('goes on when a purchase outdates the list, which is read again', async () => {
    const customer = await visit(() => page(1, 'old'));
    await customer.send({ type: 'download.requested' });
    customer.world.load = () => page(1, 'new', 'old');
    await customer.send({ type: 'history.outdated' });
    expect(customer.ids()).toEqual(['new', 'old']);
    expect([customer.download().state, customer.downloads]).toEqual([
      'running',
      [{ status: 'completed', ended: false }],
    ]);
    await customer.send({ type: 'download.completed', csv: ['head', 'rows'] });
    expect(customer.download().state).toBe('saved');
  });

  it('says why it failed, and can be tried again', async () => {
    const customer = await visit(() => page(1, 'a'));
    await customer.send({ type: 'download.requested' }, { type: 'download.failed', message: 'No answer' });
    expect(customer.download()).toMatchObject({ state: 'failed', problem: 'No answer' });
    await customer.send({ type: 'download.requested' });
    expect(customer.download()).toMatchObject({ state: 'running', rows: 0, problem: '' });
  });
});
