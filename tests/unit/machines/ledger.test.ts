import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Transaction } from '#contract/transactions.ts';
import { selectDownload, selectDownloadState } from '#machines/lists/download.selectors.ts';
import { downloadMachine } from '#machines/lists/download.ts';
import type { DownloadEvent, DownloadInput } from '#machines/lists/download.types.ts';
import {
  isBusy,
  isTransactionMissing,
  selectOpenTransaction,
  selectView,
} from '#machines/lists/ledger.selectors.ts';
import { ledgerMachine } from '#machines/lists/ledger.ts';
import type {
  AddressChanged,
  LedgerAddress,
  LedgerAnswer,
  LedgerEvent,
  LedgerQuery,
} from '#machines/lists/ledger.types.ts';
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
  const downloads: { readonly filter: DownloadInput['filter']; ended: boolean }[] = [];
  const writeDownload = fromCallback<DownloadEvent, DownloadInput>(({ input: { filter } }) => {
    const download = { filter, ended: false };
    downloads.push(download);
    return () => {
      download.ended = true;
    };
  });
  const ledger = createActor(
    ledgerMachine.provide({
      actors: {
        loadHistory: reader.logic,
        download: downloadMachine.provide({ actors: { writeDownload } }),
      },
    }),
    { input: { address } },
  );
  const moves: AddressChanged[] = [];
  ledger.on('address.changed', (event) => moves.push(event));
  ledger.start();
  await settle();
  return {
    ledger,
    world,
    moves,
    downloads,
    queries: reader.inputs,
    view: () => selectView(ledger.getSnapshot()),
    busy: () => isBusy(ledger.getSnapshot()),
    missing: () => isTransactionMissing(ledger.getSnapshot()),
    download() {
      const snapshot = ledger.getSnapshot().children.download?.getSnapshot();
      return snapshot && { state: selectDownloadState(snapshot), ...selectDownload(snapshot) };
    },
    sendDownload: async (...events: DownloadEvent[]) => {
      for (const event of events) ledger.getSnapshot().children.download?.send(event);
      await settle();
    },
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
  it('keeps the filter that was chosen when it began', async () => {
    const customer = await visit(() => page(1, 'a'));
    await customer.sendDownload({ type: 'download.requested', filter: 'completed' });
    await customer.send({ type: 'filter.chosen', status: 'failed' });
    await customer.sendDownload(
      { type: 'download.requested', filter: 'failed' },
      { type: 'download.progressed', rows: 100, total: 250 },
    );
    expect(customer.downloads).toHaveLength(1);
    expect(customer.download()).toMatchObject({
      state: 'running',
      filter: 'completed',
      rows: 100,
      total: 250,
    });
    await customer.sendDownload({ type: 'download.completed' });
    expect([customer.download()?.state, customer.downloads[0]?.ended]).toEqual(['saved', true]);
  });

  it.each<[string, LedgerEvent, string]>([
    ['ends for another filter', { type: 'filter.chosen', status: 'failed' }, 'idle'],
    ['ends for another page', { type: 'page.chosen', page: 2 }, 'idle'],
    ['ends for another address', { type: 'address.visited', address: { ...start, page: 2 } }, 'idle'],
    ['ends for a refresh', { type: 'refresh.requested' }, 'idle'],
    ['stays for the same filter', { type: 'filter.chosen', status: 'completed' }, 'saved'],
    ['stays for the same address', { type: 'address.visited', address: start }, 'saved'],
    ['stays after a purchase', { type: 'history.outdated' }, 'saved'],
  ])('has an outcome that %s', async (_, event, state) => {
    const customer = await visit(() => page(2, 'a'));
    await customer.sendDownload(
      { type: 'download.requested', filter: 'completed' },
      { type: 'download.completed' },
    );
    await customer.send(event);
    expect(customer.download()?.state).toBe(state);
  });
});
