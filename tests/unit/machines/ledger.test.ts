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
import { answering, settle } from './harness.ts';

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

describe('the address', () => {
  it.each([0, -1, 1.5, 6, Number.NaN])('is not moved to page %d of 5', async (number) => {
    const customer = await visit(() => page(5, 'a'));
    await customer.send({ type: 'page.chosen', page: number });
    expect(customer.moves).toEqual([]);
  });
});

describe('the download', () => {
  it('uses the filter that was chosen when it began, and is saved once', async () => {
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
