import { expect } from '@playwright/test';
import type { checkoutMachine } from '#machines/checkout.ts';
import type { CheckoutFailure } from '#machines/checkout.types.ts';
import { priceOf } from './checkout.gestures.ts';
import { notesOf } from './checkout.notes.ts';
import type { Hands } from './hands.ts';
import type { ManualSpec } from './manual.ts';

type Manual = ManualSpec<typeof checkoutMachine>;
type Snapshot = Parameters<Manual['sightings'][string]>[1];

/** What a person reads of a failure. */
const failureTexts: Readonly<Partial<Record<CheckoutFailure['name'], string>>> = {
  'system-not-ready': 'Payment system not ready',
  'form-unavailable': 'Failed to initialize payment form',
  'token-missing': 'Failed to generate payment token',
  'token-timeout':
    'The card service did not answer in time. You have not been charged. Please enter your card again.',
  'start-failed': 'Failed to process payment',
  'token-refused':
    'The card details could not be used any more. You have not been charged. Please enter your card again.',
  'price-changed':
    'The price of this package has changed. You have not been charged. Please check the new total before you pay.',
  'package-withdrawn': 'This package is no longer on offer. You have not been charged.',
  unreachable: "The store can't be reached. You have not been charged. Please try again.",
  unresolved: "We could not find out yet whether your card was charged. Please don't pay again.",
};

function textOf(hands: Hands, { name }: CheckoutFailure): string {
  const text = name === 'declined' ? notesOf(hands).declined : failureTexts[name];
  if (text === undefined) throw new Error(`Nobody has written down what ${name} reads like`);
  return text;
}

/** The id of the newest attempt: one that was sent, else one of another tab or visit. */
const referenceOf = (hands: Hands): string =>
  hands.payments.keys().at(-1) ?? notesOf(hands).attempt?.id ?? 'no payment was sent';

const seesFormFailure = async (hands: Hands, { context: { failure } }: Snapshot): Promise<void> => {
  const { failure: alert } = hands.screens.checkout;
  if (failure === null) await expect(alert).toHaveCount(0);
  else await expect(alert).toContainText(textOf(hands, failure));
};

const seesStatus = ({ screens: { checkout } }: Hands, text: string): Promise<void> =>
  expect(checkout.region.getByText(text, { exact: true })).toBeVisible();

/** While a payment is under way, nothing can be cancelled or chosen. */
const seesPayment = async (hands: Hands): Promise<void> => {
  const { checkout, dashboard } = hands.screens;
  await seesStatus(hands, 'Processing your payment…');
  await expect(checkout.cancel).toBeDisabled();
  await expect(dashboard.buy('$5.00')).toBeDisabled();
};

const seesQuestion = async (hands: Hands, { context: { product } }: Snapshot): Promise<void> => {
  const { checkout, dashboard } = hands.screens;
  const text =
    product === null ? 'Checking your last purchase…' : "Confirming your payment…, please don't pay again";
  await seesStatus(hands, text);
  await expect(checkout.region.getByRole('button', { name: 'Stop waiting', exact: true })).toBeEnabled();
  await expect(dashboard.buy('$5.00')).toBeDisabled();
};

export const checkoutSightings: Manual['sightings'] = {
  'idle.resuming': async ({ page }) => {
    await expect(page.getByRole('button', { name: /^Buy Now/ })).toHaveCount(0);
  },
  'idle.choosing': async (hands, { context: { failure } }) => {
    const { checkout, dashboard } = hands.screens;
    await expect(hands.page).toHaveURL('/dashboard');
    await expect(dashboard.buy('$5.00')).toBeEnabled();
    await expect(checkout.region).toBeHidden();
    const alert = dashboard.packages.getByRole('alert');
    if (failure === null) await expect(alert).toHaveCount(0);
    else await expect(alert).toContainText(textOf(hands, failure));
  },
  'card-loading': async (hands, snapshot) => {
    const { checkout } = hands.screens;
    await seesStatus(hands, 'Loading the card fields…');
    await expect(checkout.pay(priceOf(snapshot))).toBeDisabled();
    await expect(checkout.cancel).toBeEnabled();
    await seesFormFailure(hands, snapshot);
  },
  ready: async (hands, snapshot) => {
    const { checkout } = hands.screens;
    await expect(checkout.pay(priceOf(snapshot))).toBeVisible();
    for (const field of ['Card number', 'Expiry', 'CVV'])
      await expect(checkout.cardField(field)).toBeEditable();
    await seesFormFailure(hands, snapshot);
  },
  'processing.quoting': seesPayment,
  'processing.tokenising': seesPayment,
  'processing.recording': seesPayment,
  'processing.charging': seesPayment,
  'processing.requoting': seesPayment,
  'processing.confirming.asking': seesQuestion,
  'processing.confirming.pausing': seesQuestion,
  success: async ({ screens: { dashboard } }, { context: { product } }) => {
    const credits = product?.id === 'pro' ? '3,500' : '1,300';
    await expect(dashboard.success).toContainText(`${credits} credits are in your account.`);
  },
  'error.correctable': async (hands, snapshot) => {
    const { checkout } = hands.screens;
    await seesFormFailure(hands, snapshot);
    await expect(checkout.pay(priceOf(snapshot))).toBeVisible();
    await expect(checkout.cancel).toBeEnabled();
  },
  'error.unmounted': async (hands, snapshot) => {
    const { checkout } = hands.screens;
    await seesFormFailure(hands, snapshot);
    await expect(checkout.retry).toBeEnabled();
    await expect(checkout.pay(priceOf(snapshot))).toBeDisabled();
  },
  'error.unresolved': async (hands) => {
    const { checkout, dashboard } = hands.screens;
    await expect(
      checkout.region.getByRole('heading', { name: 'Your payment is pending', exact: true }),
    ).toBeVisible();
    await expect(checkout.region.getByText(referenceOf(hands), { exact: true })).toBeVisible();
    await expect(dashboard.buy('$5.00')).toBeDisabled();
  },
};

export const checkoutTidings: Manual['tidings'] = {
  async purchased({ screens: { notices } }) {
    await expect(notices.toast('Payment processed successfully!')).toBeVisible();
  },
  async 'payment.failed'(hands, { failure }) {
    const text = textOf(hands, failure);
    hands.guard.allowMessage('Payment: ');
    const toast = hands.screens.notices.toasts.filter({ hasText: text });
    await expect(toast.first()).toBeVisible();
  },
  // The offer is read anew, and shows it.
  'packages.outdated': async () => undefined,
  async 'account.outdated'({ page }) {
    await expect(page.getByText(/^You are buying .* in another tab\./)).toHaveCount(0);
  },
  async 'attempt.settled'(hands) {
    const kept = () => hands.page.evaluate(() => JSON.stringify(Object.values(localStorage)));
    const message = 'the attempt is forgotten';
    await expect.poll(kept, { message }).not.toContain(referenceOf(hands));
  },
};
