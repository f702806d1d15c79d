import type { checkoutMachine } from '#machines/checkout.ts';
import type { BrowserTestModel } from './browser-test-model.ts';

const atStoreWithoutKeys =
  'The store of these paths takes keys; tests/faults/payment-without-keys.spec.ts has one that takes none.';

const beforeValidity =
  'The card of these paths is valid before it is paid with; tests/faults/payment-press.spec.ts has presses before that.';

export const checkoutExemptions: BrowserTestModel<typeof checkoutMachine>['exempt'] = {
  'idle.resuming: error recallAttempt':
    'Storage and locks that the browser refuses count as absent; tests/models has the failure at the actor.',
  'processing.preparing.card.tokenising: card-field.checked': beforeValidity,
  'processing.preparing.card.tokenising: done tokenise [isTokenised]': beforeValidity,
  'processing.preparing.card.tokenising: done tokenise [isCardIncomplete]': beforeValidity,
  'processing.preparing.card.tokenising: error tokenise':
    'The card fields answer whatever goes wrong; tests/unit/machines has an accident of the token.',
  'processing.preparing.card.tokenising: after 2 s (cardCheckLimit) [isCardUnchecked]': beforeValidity,
  'processing.baselining: checkout.left': atStoreWithoutKeys,
  'processing.baselining: done readBaseline': atStoreWithoutKeys,
  'processing.baselining: error readBaseline': atStoreWithoutKeys,
  'processing.baselining: after 10 s (baselineLimit)': atStoreWithoutKeys,
};
