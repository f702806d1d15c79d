import { maxPage, transactionStatuses } from '#contract/queries.ts';
import type { LedgerAddress } from '#machines/lists/ledger.types.ts';

/** These don't appear in the address. */
export const ledgerDefaults = { status: 'completed', page: 1, tx: null } as const;

const statuses = ['all', ...transactionStatuses] as const;

const pageOf = (page: unknown): number =>
  typeof page === 'number' && !Number.isNaN(page)
    ? Math.min(Math.max(Math.trunc(page), 1), maxPage)
    : ledgerDefaults.page;

const isReference = (tx: unknown): tx is string => typeof tx === 'string' && tx !== '' && tx.length <= 200;

/** Missing or invalid values become the default. */
export const readLedgerAddress = ({
  status,
  page,
  tx,
}: Readonly<Record<string, unknown>>): LedgerAddress => ({
  status: statuses.find((known) => known === status) ?? ledgerDefaults.status,
  page: pageOf(page),
  tx: isReference(tx) ? tx : ledgerDefaults.tx,
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Parses the query like the router: values may be JSON, and a repeated parameter is ignored. */
export const ledgerAddressIn = (query: string): LedgerAddress => {
  const parameters = new URLSearchParams(query);
  const read = (name: string) => {
    const [value, ...more] = parameters.getAll(name);
    return value === undefined || more.length > 0 ? undefined : parsed(value);
  };
  return readLedgerAddress({ status: read('status'), page: read('page'), tx: read('tx') });
};
