import type { AnyTestModel } from '../test-model.ts';
import { authModel } from './auth.ts';
import { checkoutModel } from './checkout.ts';
import { ledgerModel } from './ledger.ts';

export const models: readonly AnyTestModel[] = [authModel, checkoutModel, ledgerModel];
