import { authMachine } from '#machines/auth.ts';
import { checkoutMachine } from '#machines/checkout.ts';
import { ledgerMachine } from '#machines/ledger.ts';

/** The product's machines by their ids, to be shown, drawn and tested whole. */
export const machines = { auth: authMachine, checkout: checkoutMachine, ledger: ledgerMachine } as const;
