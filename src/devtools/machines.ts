import { authMachine } from '#machines/auth.ts';
import { checkoutMachine } from '#machines/checkout.ts';
import { ledgerMachine } from '#machines/ledger.ts';

/** The product's machines by id, for the developer tools, the documents and the tests. */
export const machines = { auth: authMachine, checkout: checkoutMachine, ledger: ledgerMachine } as const;
