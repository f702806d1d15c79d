import type { History, Transaction } from '#contract/transactions.ts';
import { ledgerMachine } from '#machines/lists/ledger.ts';
import { createTestModel } from '#tests/model-testing/test-model.ts';
import { blankTransaction, completedTransaction } from '#tests/transactions.ts';

const pageOf = (transactions: Transaction[], total_pages: number): History => ({
  transactions,
  pagination: { total_pages, total_items: total_pages },
});
const at = (page: number, tx: string | null) => ({ status: 'completed', page, tx }) as const;
const loaded = (history: History) => ({ outcome: 'loaded', history, readAt: 0 }) as const;

export const ledgerModel = createTestModel({
  name: 'ledger',
  machine: ledgerMachine,
  starts: {
    'the ledger is opened': { address: at(1, null) },
    'the address of a transaction is opened': { address: at(1, 't1') },
  },
  events: {
    'the filter All is chosen': { type: 'filter.chosen', status: 'all' },
    'page 2 is chosen': { type: 'page.chosen', page: 2 },
    'a transaction is opened': { type: 'transaction.opened', id: 't1' },
    'a row without an id is opened': { type: 'row.opened', place: 1 },
    'the transaction is closed': { type: 'transaction.closed' },
    'the loading is retried': { type: 'history.retried' },
    'a purchase has outdated the ledger': { type: 'history.outdated' },
    'a refresh is requested': { type: 'refresh.requested' },
    'the address of page 2 is visited': { type: 'address.visited', address: at(2, null) },
    'the address of a transaction on page 2 is visited': { type: 'address.visited', address: at(2, 't2') },
    'the address of a transaction is visited': { type: 'address.visited', address: at(1, 't2') },
  },
  outcomes: {
    loadHistory: {
      'three pages': loaded(pageOf([completedTransaction], 3)),
      'one page': loaded(pageOf([completedTransaction, blankTransaction], 1)),
      'no rows': loaded(pageOf([], 0)),
      'no customer record': { outcome: 'unknown-customer' },
    },
  },
  secrets: [],
  serializeState: ({ context: { query, history, transaction, unnamedRow } }) =>
    [
      query.status,
      query.page > 1,
      (history?.pagination.total_pages ?? 0) > 1,
      transaction !== null,
      unnamedRow !== null,
    ].join(),
  formatSnapshot: ({ context: { query, transaction, unnamedRow } }) => [
    `${query.status} ${query.page}`,
    ...(transaction === null ? [] : [transaction]),
    ...(unnamedRow === null ? [] : ['a row without an id']),
  ],
  invariant: {
    'the details are open or sought exactly when a transaction is named, or a row has no name': ({ after }) =>
      (after.matches({ details: 'open' }) || after.matches({ details: 'sought' })) ===
      (after.context.transaction !== null || after.context.unnamedRow !== null),
    'a row without an id is open, never sought, and alone': ({ after }) =>
      after.context.unnamedRow === null ||
      (after.matches({ details: 'open' }) && after.context.transaction === null),
    'nothing is sought once the rows are there': ({ after }) =>
      !after.matches({ details: 'sought' }) ||
      after.matches({ list: 'loading' }) ||
      after.matches({ list: 'kept' }) ||
      after.matches({ list: 'failed' }),
    'a page is never below 1': ({ after }) => after.context.query.page >= 1,
    'rows stand exactly when they were read': ({ after }) =>
      !after.matches({ list: 'shown' }) || (after.context.history?.transactions.length ?? 0) > 0,
    'nothing stands of a page that could not be read': ({ after }) =>
      !(after.matches({ list: 'failed' }) || after.matches({ list: 'welcoming' })) ||
      after.context.history === null,
    'rows that stay keep their own page and filter': ({ after }) =>
      !after.matches({ list: 'kept' }) ||
      (after.context.history !== null && after.context.query === after.context.shown),
    'another page or filter is always read': ({ before, after }) =>
      before.context.query === after.context.query ||
      after.matches({ list: 'loading' }) ||
      after.matches({ list: 'kept' }),
    'rows stand while others are read': ({ before, after }) =>
      !after.matches({ list: 'loading' }) || after.context.history === before.context.history,
    'the address bar gets the ledger’s place, and keeps what was chosen': ({ eventCase, after, emitted }) =>
      emitted.every(
        (event) =>
          event.type !== 'address.changed' ||
          JSON.stringify(event) ===
            JSON.stringify({
              type: 'address.changed',
              address: { ...after.context.query, tx: after.context.transaction },
              replace: !['filter.chosen', 'page.chosen', 'transaction.opened'].includes(eventCase.event.type),
            }),
      ),
    'the address bar is told of what the customer chose': ({ before, eventCase, after, emitted }) => {
      const isVisit = eventCase.event.type === 'address.visited';
      const moved =
        before.context.query !== after.context.query ||
        before.context.transaction !== after.context.transaction;
      return isVisit || !moved || emitted.some(({ type }) => type === 'address.changed');
    },
  },
});
