import { type SearchMiddleware, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import type { LedgerAddress } from '#machines/lists/ledger.types.ts';
import { ledgerDefaults, readLedgerAddress } from './ledger-address.ts';

/** Removes all other parameters from the URL. */
const keepAddress: SearchMiddleware<LedgerAddress> = ({ search, next }) =>
  readLedgerAddress({ ...next(search) });

/** Route options for the ledger's search parameters. The URL omits defaults. */
export const ledgerSearch = {
  validateSearch: (search: Partial<LedgerAddress> & SearchSchemaInput): LedgerAddress =>
    readLedgerAddress({ ...search }),
  search: {
    middlewares: [
      stripSearchParams<LedgerAddress, never, typeof ledgerDefaults>(ledgerDefaults),
      keepAddress,
    ],
  },
};
