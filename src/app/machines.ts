import { authMachine } from '#machines/auth.ts';
import { checkoutMachine } from '#machines/checkout.ts';
import { ledgerMachine } from '#machines/ledger.ts';

/** The product's machines, for showing. Loaded only where they are shown. */
export const machines = [authMachine, checkoutMachine, ledgerMachine] as const;
