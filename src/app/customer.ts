import { ledgerRowsId } from '#features/focus-targets.ts';
import type { User } from '#machines/auth.types.ts';
import type { CheckoutEmitted } from '#machines/checkout.types.ts';
import { createCardFields } from '#services/card-fields/card-fields.ts';
import type { AppConfig } from '#services/config.ts';
import type { Identity } from '#services/identity/index.ts';
import { createAttemptStorage } from '#services/store/attempts.ts';
import { createPayments } from '#services/store/payments.ts';
import { createQuotePackage } from '#services/store/quote.ts';
import { createStore } from '#services/store/store.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
import { checkoutFailureText } from '#texts/checkout.ts';
import { notices } from '#texts/notices.ts';
import { beginFade } from '#ui/view-transition.ts';
import { readCardFieldStyles } from './card-field-styles.ts';
import { beginCustomerSession, type CustomerReactions, type CustomerSession } from './customer-session.ts';

/** Says in toasts what the checkout reports; a failure also goes to the console. */
const reportCheckout =
  (toasts: Toasts) =>
  (event: CheckoutEmitted): void => {
    if (event.type === 'purchased') toasts.success(notices.paymentProcessed);
    if (event.type === 'payment.failed') {
      const text = checkoutFailureText(event.failure);
      console.error(`Payment: ${text}`);
      toasts.error(text);
    }
  };

/** Begins a customer's session over the real services. Loaded with the first sign-in, not with the first page. */
export const beginCustomer = (
  user: User,
  config: AppConfig,
  identity: Identity,
  {
    toasts,
    ...reactions
  }: { readonly toasts: Toasts } & Pick<CustomerReactions, 'onAddressChanged' | 'inspect'>,
): CustomerSession => {
  const store = createStore({
    baseUrl: config.apiBaseUrl,
    accessToken: identity.accessToken,
    idempotencyKey: config.idempotencyKey,
    onSessionLost: identity.expireSession,
  });
  return beginCustomerSession(
    user,
    {
      store,
      payments: createPayments(store, { replayable: config.idempotencyKey }),
      quotePackage: createQuotePackage((signal) => store.read('products', signal)),
      attempts: createAttemptStorage(),
      cardFields: createCardFields(config.gateway, { readStyles: readCardFieldStyles }),
    },
    {
      onCheckout: reportCheckout(toasts),
      beforeLedgerRows: () => beginFade(document.getElementById(ledgerRowsId)),
      ...reactions,
    },
  );
};
