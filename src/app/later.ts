import * as dashboardParts from '#features/dashboard/later-parts.ts';
import type { CheckoutEmitted } from '#machines/checkout.types.ts';
import { createCardFields } from '#services/card-fields/card-fields.ts';
import type { AppConfig } from '#services/config.ts';
import { createPayments } from '#services/store/payments.ts';
import { createQuotePackage } from '#services/store/quote.ts';
import type { StoreApi } from '#services/store/store.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
import { checkoutFailureText, successTexts } from '#texts/checkout.ts';
import { readCardFieldStyles } from './card-field-styles.ts';
import type { PurchaseServices } from './checkout-actor.ts';

export { dashboardParts };

export const createPurchaseServices = (
  { gateway, idempotencyKey }: Pick<AppConfig, 'gateway' | 'idempotencyKey'>,
  store: StoreApi,
): PurchaseServices => ({
  payments: createPayments(store, { replayable: idempotencyKey }),
  quotePackage: createQuotePackage((signal) => store.read('products', signal)),
  cardFields: createCardFields(gateway, { readStyles: readCardFieldStyles }),
});

/** Reports checkout events as toasts. Also logs failures. */
export const reportCheckout = (toasts: Toasts, event: CheckoutEmitted): void => {
  if (event.type === 'purchased') toasts.success(successTexts.toast);
  if (event.type === 'payment.failed') {
    const text = checkoutFailureText(event.failure);
    console.error(`Payment: ${text}`);
    toasts.error(text);
  }
};
