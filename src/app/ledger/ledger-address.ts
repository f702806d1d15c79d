import { maxPage, transactionStatuses } from '#contract/queries.ts';
import type { LedgerAddress } from '#machines/lists/ledger.types.ts';

/** Default values, which the URL omits. */
export const ledgerDefaults = { status: 'completed', page: 1, tx: null } as const;

const statuses = ['all', ...transactionStatuses] as const;

const pageOf = (page: unknown): number =>
  typeof page === 'number' && !Number.isNaN(page)
    ? Math.min(Math.max(Math.trunc(page), 1), maxPage)
    : ledgerDefaults.page;

/** Returns whether a value from an address can be a transaction's id or a cursor. */
export const isReference = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200;

/** Reads a ledger address. Missing or invalid values become the default. */
export const readLedgerAddress = ({ status, page, tx }: Readonly<Record<string, unknown>>) => ({
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

/** Parses a query like the router does: values can be JSON, and repeated parameters are ignored. */
export const ledgerAddressIn = (query: string): LedgerAddress => {
  const parameters = new URLSearchParams(query);
  const read = (name: string) => {
    const [value, ...more] = parameters.getAll(name);
    return value === undefined || more.length > 0 ? undefined : parsed(value);
  };
  return readLedgerAddress({ status: read('status'), page: read('page'), tx: read('tx') });
};
