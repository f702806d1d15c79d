import { authModel } from '#tests/models/machines/auth.ts';
import { checkoutModel } from '#tests/models/machines/checkout.ts';
import { ledgerModel } from '#tests/models/machines/ledger.ts';
import { authEmittedEventAssertions, authStateAssertions } from './auth.assertions.ts';
import { authExecutors, authExemptions } from './auth.executors.ts';
import { isAuthFeasible } from './auth.feasibility.ts';
import { authStarts } from './auth.starts.ts';
import { type AnyBrowserTestModel, defineBrowserTestModel } from './browser-test-model.ts';
import {
  assertTrueAccount,
  checkoutEmittedEventAssertions,
  checkoutStateAssertions,
} from './checkout.assertions.ts';
import { checkoutExecutors, checkoutStarts } from './checkout.executors.ts';
import { checkoutExemptions } from './checkout.exemptions.ts';
import { isCheckoutFeasible } from './checkout.feasibility.ts';
import { ledgerEmittedEventAssertions, ledgerStateAssertions } from './ledger.assertions.ts';
import { ledgerExecutors, ledgerExemptions, ledgerStarts } from './ledger.executors.ts';
import { isLedgerFeasible } from './ledger.feasibility.ts';

export const browserTestModels: readonly AnyBrowserTestModel[] = [
  defineBrowserTestModel({
    model: authModel,
    starts: authStarts,
    eventExecutors: authExecutors,
    stateAssertions: authStateAssertions,
    emittedEventAssertions: authEmittedEventAssertions,
    exempt: authExemptions,
    isFeasible: isAuthFeasible,
  }),
  defineBrowserTestModel({
    model: checkoutModel,
    starts: checkoutStarts,
    eventExecutors: checkoutExecutors,
    stateAssertions: checkoutStateAssertions,
    emittedEventAssertions: checkoutEmittedEventAssertions,
    assertAtEnd: assertTrueAccount,
    exempt: checkoutExemptions,
    isFeasible: isCheckoutFeasible,
  }),
  defineBrowserTestModel({
    model: ledgerModel,
    starts: ledgerStarts,
    eventExecutors: ledgerExecutors,
    stateAssertions: ledgerStateAssertions,
    emittedEventAssertions: ledgerEmittedEventAssertions,
    exempt: ledgerExemptions,
    isFeasible: isLedgerFeasible,
  }),
];
