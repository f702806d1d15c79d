import type { SnapshotFrom } from 'xstate';
import type { ledgerMachine } from './ledger.ts';
import type { LedgerFilter, LedgerPage, LedgerTransaction } from './ledger.types.ts';

export type LedgerSnapshot = SnapshotFrom<typeof ledgerMachine>;

/** What the list shows. `loading` only while there are no rows to keep; rows that stay are marked by {@link isBusy}. */
export type LedgerView = 'loading' | 'rows' | 'empty' | 'welcome' | 'failed';

export const selectView = (snapshot: LedgerSnapshot): LedgerView => {
  if (snapshot.matches({ list: 'empty' })) return 'empty';
  if (snapshot.matches({ list: 'welcoming' })) return 'welcome';
  if (snapshot.matches({ list: 'failed' })) return 'failed';
  return snapshot.context.history?.transactions.length ? 'rows' : 'loading';
};

/** Whether a page is being read. */
export const isBusy = (snapshot: LedgerSnapshot): boolean => snapshot.hasTag('busy');

export const selectFilter = (snapshot: LedgerSnapshot): LedgerFilter => snapshot.context.query.filter;

/** The page asked for, from 1. */
export const selectPageNumber = (snapshot: LedgerSnapshot): number => snapshot.context.query.page;

export const selectHistory = (snapshot: LedgerSnapshot): LedgerPage | null => snapshot.context.history;

/** The transaction whose details are open, once its row is loaded; else null. */
export const selectOpenTransaction = ({
  context: { history, transaction },
}: LedgerSnapshot): LedgerTransaction | null =>
  (transaction !== null && history?.transactions.find(({ id }) => id === transaction)) || null;
