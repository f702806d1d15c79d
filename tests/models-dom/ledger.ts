import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { History } from '#contract/transactions.ts';
import type { HistoryRequest } from '#domain/store.ts';
import { selectOpenTransaction } from '#machines/lists/ledger.selectors.ts';
import type { ledgerMachine } from '#machines/lists/ledger.ts';
import { domExemptions } from '#tests/models/machines/index.ts';
import { ledgerModel } from '#tests/models/machines/ledger.ts';
import { missing, refusal } from '#tests/unit/app/customers.ts';
import type { DomSut, Driver } from './driver.ts';

type Snapshot = SnapshotFrom<typeof ledgerMachine>;

const region = 'section[aria-labelledby="ledger"]';
const rows = `${region} tbody tr`;
const details = 'dialog';
const missingText = "This transaction isn't on this page.";

const isPage =
  ({ context: { query } }: Snapshot) =>
  ({ limit, page, status }: HistoryRequest): boolean =>
    limit === undefined && page === query.page && status === query.status;

const answerWith = ({ history }: { readonly history: History }) => ({
  execute: (driver: Driver, before: Snapshot) =>
    driver.change(() => driver.history.take(isPage(before)).resolve(history)),
});

const refuseWith = (error: Error) => ({
  execute: ({ history, refuse }: Driver, before: Snapshot) => refuse(history, isPage(before), error),
});

/** Returns whether the list is usable. An open dialog would cover it. */
const isInReach = (before: Snapshot): boolean => selectOpenTransaction(before) === null;

const hasRows = ({ context }: Snapshot): boolean => (context.history?.transactions.length ?? 0) > 0;

const pagesOf = ({ context }: Snapshot): number => context.history?.pagination.total_pages ?? 0;

const { loadHistory } = ledgerModel.outcomes;

export const ledgerSut: DomSut<typeof ledgerModel> = {
  model: ledgerModel,
  create: {
    'the ledger is opened': ({ start }) => start('/dashboard'),
    'the address of a transaction is opened': ({ start }) => start('/dashboard?tx=t1'),
  },
  events: {
    'the filter All is chosen': { when: isInReach, execute: ({ press }) => press('All') },
    'page 2 is chosen': {
      when: (before) =>
        isInReach(before) && hasRows(before) && before.context.query.page === 1 && pagesOf(before) > 1,
      execute: ({ press }) => press('Next'),
    },
    'a transaction is opened': {
      when: (before) => isInReach(before) && hasRows(before),
      execute: ({ press }) => press('t1'),
    },
    'a row without an id is opened': { when: isInReach, execute: ({ press }) => press('N/A, details') },
    'the transaction is closed': {
      when: (before) => !isInReach(before),
      execute: ({ press }) => press('Close'),
    },
    'the loading is retried': ({ press }) => press('Retry'),
    'a refresh is requested': {
      when: (before) => isInReach(before) && !before.matches({ list: 'loading' }),
      execute: ({ press }) => press('Refresh'),
    },
    'a purchase has outdated the ledger': {
      // Skip while the app looks for a linked transaction, because a purchase would stop that.
      when: (before) => isInReach(before) && !before.matches({ details: 'sought' }),
      async execute({ change, customer, press }) {
        await change(customer.buy);
        await press('Continue');
      },
    },
    'the address of page 2 is visited': ({ visit }) => visit('/dashboard?page=2'),
    'the address of a transaction on page 2 is visited': ({ visit }) => visit('/dashboard?page=2&tx=t2'),
    'the address of a transaction is visited': ({ visit }) => visit('/dashboard?tx=t2'),
    'loadHistory answers: three pages': answerWith(loadHistory['three pages']),
    'loadHistory answers: one page': answerWith(loadHistory['one page']),
    'loadHistory answers: no rows': answerWith(loadHistory['no rows']),
    'loadHistory answers: no customer record': refuseWith(missing),
    'loadHistory fails': refuseWith(refusal(400, 'No.')),
  },
  states: {
    'list.loading': async ({ attribute }) => {
      expect(attribute(region, 'aria-busy')).toBe('true');
    },
    'list.shown': async ({ all, attribute, text }, snapshot) => {
      const { query, history } = snapshot.context;
      expect(attribute(region, 'aria-busy')).toBe('false');
      expect(all(rows)).toHaveLength(history?.transactions.length ?? 0);
      const pages = pagesOf(snapshot);
      expect(text(`${region} nav p`)).toBe(pages === 1 ? '' : `Page ${query.page} of ${pages}`);
      expect(text(`${region} [aria-pressed="true"]`)).toBe(query.status === 'all' ? 'All' : 'Completed');
    },
    'list.kept': async ({ all, text }, snapshot) => {
      expect(text(`${region} [role="alert"]`)).toContain("We couldn't load that page");
      expect(all(rows)).toHaveLength(snapshot.context.history?.transactions.length ?? 0);
      const pages = pagesOf(snapshot);
      expect(text(`${region} nav p`)).toBe(
        pages === 1 ? '' : `Page ${snapshot.context.query.page} of ${pages}`,
      );
    },
    'list.empty': async ({ all, text }, { context: { query } }) => {
      const title = query.status === 'all' ? 'Treasury Ledger Empty' : 'No Completed Transactions';
      expect(text(`${region} h3`)).toBe(title);
      expect(all(rows)).toEqual([]);
    },
    'list.welcoming': async ({ text }) => {
      expect(text(`${region} h3`)).toBe('Welcome to Your Treasury!');
    },
    'list.failed': async ({ text }) => {
      expect(text(`${region} [role="alert"]`)).toContain('Treasury Access Error');
    },
    'details.closed': async ({ address, all, text }) => {
      expect(all(details)).toEqual([]);
      expect(text(region)).not.toContain(missingText);
      expect(address().searchParams.has('tx')).toBe(false);
    },
    'details.sought': async ({ address, all }) => {
      expect(all(details)).toEqual([]);
      expect(address().searchParams.has('tx')).toBe(true);
    },
    'details.open': async ({ address, text }, { context: { history, transaction, unnamedRow } }) => {
      expect(address().searchParams.get('tx')).toBe(transaction);
      if (unnamedRow !== null) expect(text(details)).toContain('Transaction IDN/A');
      else if (history === null) expect(text(details)).toBe('');
      else expect(text(details)).toContain(`Transaction ID${transaction}`);
    },
    'details.missing': async ({ address, all, text }) => {
      expect(text(region)).toContain(missingText);
      expect(all(details)).toEqual([]);
      expect(address().searchParams.has('tx')).toBe(false);
    },
  },
  emitted: {
    async 'address.changed'({ address }, { address: { status, page, tx } }) {
      const { searchParams } = address();
      expect({
        status: searchParams.get('status') ?? 'completed',
        page: Number(searchParams.get('page') ?? 1),
        tx: searchParams.get('tx'),
      }).toEqual({ status, page, tx });
    },
    // Asserts nothing, because the state assertions check the refreshed rows.
    'refresh.started': async () => undefined,
  },
  exempt: domExemptions.ledger,
};
