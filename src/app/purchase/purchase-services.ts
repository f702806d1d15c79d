import { createActor, fromPromise } from 'xstate';
import type { PasskeyRegistrationActor } from '#features/shared/app-context.ts';
import { readUsableCards } from '#features/shared/cards-queries.ts';
import { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';
import type { CheckoutEmitted } from '#machines/purchase/checkout.types.ts';
import { createCardFields } from '#services/card-fields/card-fields.ts';
import type { AppConfig } from '#services/config.ts';
import type { Identity } from '#services/identity/index.ts';
import { createCardCalls } from '#services/store/card-calls.ts';
import { createPayments } from '#services/store/payments.ts';
import { createPurchaseCalls, createQuotePackage } from '#services/store/purchase-calls.ts';
import { createRefundCalls } from '#services/store/refund-calls.ts';
import type { StoreApi } from '#services/store/store.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
import { checkoutFailureText, successTexts } from '#texts/checkout.ts';
import { refundTexts } from '#texts/refunds.ts';
import { readCardFieldStyles } from './card-field-styles.ts';
import type { PurchaseServices } from './checkout-actor.ts';
import { createNewCard } from './new-card.ts';

/** Creates and starts a passkey registration. */
const startPasskeyRegistration = (loadSecurity: Identity['loadSecurity']): PasskeyRegistrationActor => {
  const load = async () => (await loadSecurity()).loadPasskeys();
  const registration = createActor(
    passkeyRegistrationMachine.provide({
      actors: {
        createPasskey: fromPromise(async ({ signal }) => (await load()).create(signal)),
        savePasskey: fromPromise(async () => (await load()).save()),
      },
    }),
  );
  registration.start();
  return registration;
};

export const createPurchaseServices = (
  { gateway, idempotencyKey }: Pick<AppConfig, 'gateway' | 'idempotencyKey'>,
  store: StoreApi,
  { expireSession: signInAgain, loadSecurity }: Pick<Identity, 'expireSession' | 'loadSecurity'>,
  toasts: Pick<Toasts, 'success'>,
): PurchaseServices => {
  const calls = createPurchaseCalls(store.call, { idempotencyKey });
  const cardFields = createCardFields(gateway, { readStyles: readCardFieldStyles });
  const cardCalls = createCardCalls(store.call);
  const cards = idempotencyKey ? cardCalls : null;
  return {
    payments: createPayments({ ...calls, history: store.history }, { replayable: idempotencyKey }),
    quotePackage: createQuotePackage((signal) => store.read('products', signal)),
    cardFields,
    cards,
    newCard: createNewCard(cardFields, cardCalls.add),
    readUsableCards: (client) => readUsableCards(client, cards),
    refunds: createRefundCalls(store.call, () => toasts.success(refundTexts.toast)),
    readBillingAddress: cardCalls.billingAddress,
    signInAgain,
    registerPasskey: () => startPasskeyRegistration(loadSecurity),
  };
};

/** Shows checkout events as toasts. Logs failures too. */
export const reportCheckout = (toasts: Toasts, event: CheckoutEmitted): void => {
  if (event.type === 'purchased') toasts.success(successTexts.toast);
  if (event.type === 'payment.failed') {
    const text = checkoutFailureText(event.failure);
    console.error(`Payment: ${text}`);
    toasts.error(text);
  }
};
