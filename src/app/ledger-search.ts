import { type SearchMiddleware, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import type { LedgerAddress } from '#machines/ledger.types.ts';
import { ledgerDefaults, readLedgerAddress } from './ledger-address.ts';

/** Nothing else stands in the address, whoever wrote it. */
const keepAddress: SearchMiddleware<LedgerAddress> = ({ search, next }) =>
  readLedgerAddress({ ...next(search) });

/** The search parameters of the ledger's page: which rows it shows. A default stands in no address. */
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
