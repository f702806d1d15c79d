import type { Model } from '../model.ts';
import { authModel } from './auth.ts';
import { checkoutModel } from './checkout.ts';
import { ledgerModel } from './ledger.ts';

/** Every machine of the product, ready to be walked. */
export const models: readonly Model[] = [authModel, checkoutModel, ledgerModel];
