import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Transaction } from '#contract/transactions.ts';
import {
  isBusy,
  isTransactionMissing,
  selectDownload,
  selectDownloadState,
  selectOpenTransaction,
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
});
