import type { SnapshotFrom } from 'xstate';
import type { History, Transaction } from '../../contract/transactions.ts';
import type { ledgerMachine } from './ledger.ts';
import type { LedgerFilter, LedgerQuery } from './ledger.types.ts';

export type LedgerSnapshot = SnapshotFrom<typeof ledgerMachine>;

/** `loading` means that there are no rows yet. Later loads keep the old rows and set {@link isBusy}. */
export type LedgerView = 'loading' | 'rows' | 'empty' | 'welcome' | 'failed';

export const selectView = (snapshot: LedgerSnapshot): LedgerView => {
  if (snapshot.matches({ list: 'empty' })) return 'empty';
  if (snapshot.matches({ list: 'welcoming' })) return 'welcome';
  if (snapshot.matches({ list: 'failed' })) return 'failed';
  return snapshot.context.history?.transactions.length ? 'rows' : 'loading';
};

/** Returns whether another page could not be read, so that the rows stay. */
export const isKept = (snapshot: LedgerSnapshot): boolean => snapshot.matches({ list: 'kept' });

/** Returns whether a page is loading. */
export const isBusy = (snapshot: LedgerSnapshot): boolean => snapshot.hasTag('busy');

export const selectFilter = (snapshot: LedgerSnapshot): LedgerFilter => snapshot.context.query.status;

export const selectQuery = (snapshot: LedgerSnapshot): LedgerQuery => snapshot.context.query;

export const selectHistory = (snapshot: LedgerSnapshot): History | null => snapshot.context.history;

/** Returns how many transactions match the filter, or null while unknown. */
export const selectFound = (snapshot: LedgerSnapshot): number | null =>
  selectView(snapshot) === 'rows' && !isBusy(snapshot)
    ? (snapshot.context.history?.pagination.total_items ?? null)
    : null;

export const selectReadAt = (snapshot: LedgerSnapshot): number | null => snapshot.context.readAt;

export const selectOpenTransaction = (snapshot: LedgerSnapshot): Transaction | null => {
  const { history, transaction, unnamedRow } = snapshot.context;
  if (!snapshot.matches({ details: 'open' })) return null;
  return unnamedRow ?? history?.transactions.find(({ id }) => id === transaction) ?? null;
};

/** Returns whether the address named a transaction that isn't among the rows. */
export const isTransactionMissing = (snapshot: LedgerSnapshot): boolean =>
  snapshot.matches({ details: 'missing' });

export const selectDownloadActor = ({ children }: LedgerSnapshot) => children.download;
