import { expect } from '@playwright/test';
import type { checkoutMachine } from '#machines/checkout.ts';
import { userOf } from '#services/identity/tokens.ts';
import { openEmptyPage, sessionOf, writeStorage } from '#tests/browser/kept-session.ts';
import { newPerson } from '#tests/browser/people.ts';
import { cvv, testCards } from '#tests/browser/screens/checkout.ts';
import type { Rehearsal } from '#tests/models/rehearse.ts';
import { lost, notArrived, paymentRequest, productList } from '../faults/fixtures.ts';
import { breakNextCall, breakNextReply } from './breakage.ts';
import { cardsFor, newAttempt, notesOf } from './checkout.notes.ts';
import type { Hands } from './hands.ts';
import type { Gesture, ManualSpec } from './manual.ts';

type Manual = ManualSpec<typeof checkoutMachine>;
type Snapshot = Parameters<Manual['sightings'][string]>[1];
type Doing = (hands: Hands, before: Snapshot) => Promise<void>;

/** A request for a token, as a fault names it. */
const gatewayToken = 'POST /token/api/tokens';

const starter = {
  id: 'starter-500',
  name: 'Starter',
  price_cents: 500,
  credits: 500,
  bonus_credits: 0,
  description: 'A first taste',
};
const dearer = {
  id: 'plus-1200',
  name: 'Plus',
  price_cents: 1_100,
  credits: 1_200,
  bonus_credits: 100,
  description: 'POPULAR',
};

/** Lets a request pass at its gate. */
const pass =
  (gate: string): Doing =>
  async (hands) =>
    (await hands.gate(gate)).pass();

/** Cuts the connection of a request at its gate. */
const cut =
  (gate: string): Doing =>
  async (hands) => {
    hands.guard.allowMessage(lost);
    await (await hands.gate(gate)).cut();
  };

/** Lets the page's clock go on. */
const wait =
  (milliseconds: number): Doing =>
  ({ page }) =>
    page.clock.fastForward(milliseconds);

/** The store refuses a payment, in these words. */
const refusePayment =
  (status: number, detail: string): Doing =>
  async (hands) => {
    await hands.refuseNext('store', paymentRequest, status, { detail });
    await (await hands.gate('payment')).pass();
  };

/** The store refuses a payment, and the browser can't read that. */
const breakPayment: Doing = async (hands, before) => {
  await breakNextReply(hands.page, `${hands.addresses.store}/api/checkout/process-payment-token`, 'status');
  await refusePayment(400, 'No.')(hands, before);
};

/** From now on the store offers these packages. Whoever waits for the offer gets it. */
const offer =
  (...packages: readonly object[]): Doing =>
  async ({ console, gate }) => {
    const fault = { service: 'store', match: productList, fault: 'malformed' } as const;
    await console.addFault({ ...fault, status: 200, body: JSON.stringify(packages) });
    await (await gate('price')).open();
  };

const breakOffer =
  (times: number): Doing =>
  async ({ page, addresses, gate }) => {
    for (let time = 0; time < times; time += 1)
      await breakNextReply(page, `${addresses.store}/api/products/`, 'status');
    await (await gate('price')).open();
  };

/** Nothing waits for the price any more. */
const forgetPrice: Doing = async ({ gate }) => (await gate('price')).open();

const inOrder =
  (...doings: readonly Doing[]): Doing =>
  async (hands, before) => {
    for (const doing of doings) await doing(hands, before);
  };

/** The gateway's script is in the page, and its fields are on their way. */
const loadScript: Doing = async (hands) => {
  const notes = notesOf(hands);
  if (!notes.hasScript) await (await hands.gate('card script')).pass();
  notes.hasScript = true;
  await (await hands.gate('card fields')).arrived();
};

const type =
  (field: string, value: string | ((hands: Hands) => string)): Doing =>
  async (hands) => {
    const input = hands.screens.checkout.cardField(field);
    await input.fill(typeof value === 'string' ? value : value(hands));
    await input.press('Tab');
  };

const typeNumber = type('Card number', (hands) => testCards[notesOf(hands).card]);

/** Leaves for the page before, which takes a word while a payment is under way, and comes back. */
const leaveAndReturn: Doing = async ({ page, screens: { dashboard } }, before) => {
  await page.goBack();
  const warning = page.getByRole('dialog', { name: 'Leave during your payment?', exact: true });
  if (before.matches('processing')) await warning.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/terms');
  await page.goForward();
  await dashboard.buy('$5.00').waitFor();
};

const elsewhere = 'You are buying Plus in another tab. Paying here makes a second purchase.';

/** It ends at once, in a way that was arranged before; nothing is left to do. */
const atOnce = (prepare: (hands: Hands) => Promise<void>): Gesture<typeof checkoutMachine> => ({
  prepare,
  fleeting: true,
  perform: async () => undefined,
});

const toDashboard: Doing = async ({ page }) => {
  await page.getByRole('link', { name: 'Back to the store', exact: true }).click();
};

/** Whether what was sent can be sent again: not after the page was left by the payment. */
const isReplayable = ({ context }: Snapshot): boolean => context.token !== null;
const isPlus = ({ context }: Snapshot): boolean => context.product?.id === 'plus';
const isCalm = (before: Snapshot): boolean => before.matches('ready') || before.matches({ idle: 'choosing' });

/** Everything that the walks of the checkout hold back. */
const gates = ['card script', 'card fields', 'token', 'payment', 'price'] as const;

export const checkoutStarts: Manual['starts'] = {
  async 'the dashboard is opened'(hands, path) {
    const { page, console, addresses, gate } = hands;
    const notes = notesOf(hands);
    notes.customer = newPerson();
    notes.cards = cardsFor(path);
    await console.createUser(notes.customer);
    const session = await sessionOf(addresses.pool, notes.customer);
    const [, idToken = ''] = session.find(([key]) => key.endsWith('.idToken')) ?? [];
    notes.customerId = userOf(idToken)?.id ?? '';

    for (const name of gates) await gate(name);
    await forgetPrice(hands, path.beginning);
    await page.clock.install();
    await openEmptyPage(page);
    await writeStorage(page, session);
    await page.goto('/terms');
  },
};

export const checkoutGestures: Manual['gestures'] = {
  // The start
  'recallAttempt answers: no attempt is open': { perform: toDashboard },
  'recallAttempt answers: an attempt is open': {
    async perform(hands, before) {
      const notes = notesOf(hands);
      notes.attempt = newAttempt(notes);
      const kept = [`coffer.attempts.${notes.customerId}`, JSON.stringify([notes.attempt])] as const;
      await writeStorage(hands.page, [kept]);
      await toDashboard(hands, before);
    },
  },
  'recallAttempt fails': {
    async perform(hands, before) {
      const notes = notesOf(hands);
      const kept = [`coffer.attempts.${notes.customerId}`, JSON.stringify([newAttempt(notes)])] as const;
      await writeStorage(hands.page, [kept]);
      await breakNextCall(hands.page, 'lock');
      await toDashboard(hands, before);
    },
  },

  // Choosing, with the keyboard: a toast may lie over what is pressed
  'the package Plus is selected': {
    perform: ({ screens: { dashboard } }) => dashboard.buy('$10.00').press('Enter'),
  },
  'the package Pro is selected': {
    perform: ({ screens: { dashboard } }) => dashboard.buy('$25.00').press('Enter'),
  },
  'the checkout is cancelled': { perform: ({ screens: { checkout } }) => checkout.cancel.press('Enter') },

  // The card fields
  'mountCardFields answers: mounted': { perform: inOrder(loadScript, pass('card fields')) },
  'mountCardFields answers: no script': { perform: cut('card script') },
  'mountCardFields fails': {
    perform: inOrder(loadScript, ({ page }) => breakNextCall(page, 'throwIfAborted'), pass('card fields')),
  },
  'cardFieldsLimit has passed': { perform: inOrder(loadScript, wait(10_000)) },
  'the card fields are retried': { perform: ({ screens: { checkout } }) => checkout.retry.click() },
  'the card fields are lost': { perform: leaveAndReturn },
  'the card number is valid': { perform: typeNumber },
  'the expiry is valid': { perform: type('Expiry', '12/34') },
  'the security code is valid': { perform: type('CVV', cvv) },
  'the security code is not valid': {
    perform: inOrder(type('CVV', '7'), async ({ screens: { checkout } }) => {
      await expect(checkout.region.locator('[data-invalid="true"]')).toHaveCount(1);
    }),
  },

  // Paying
  'the payment is submitted': {
    async perform(hands, before) {
      const { screens, gate } = hands;
      const notes = notesOf(hands);
      (await gate('price')).close();
      const card = notes.cards.shift() ?? 'approved';
      const isOther = card !== notes.card;
      notes.card = card;
      if (isOther || before.matches('error')) await typeNumber(hands, before);
      await screens.checkout.fillBilling(notes.customer);
      await screens.checkout.pay(priceOf(before)).click();
    },
  },
  'quotePackage answers: the same price': { perform: inOrder(pass('price'), forgetPrice) },
  'quotePackage answers: another price': { when: isPlus, perform: offer(starter, dearer) },
  'quotePackage answers: withdrawn': { perform: offer(starter) },
  'quotePackage answers: the store is away': { perform: inOrder(cut('price'), forgetPrice) },
  'quotePackage fails': { perform: breakOffer(1) },
  'quoteLimit has passed': { perform: inOrder(wait(10_000), forgetPrice) },
  'tokenise answers: a token': { perform: pass('token') },
  'tokenise answers: no gateway': {
    prepare: ({ page }) =>
      page.evaluate(() => {
        Object.assign(window, { KeptCollectJS: Reflect.get(window, 'CollectJS') });
        Reflect.deleteProperty(window, 'CollectJS');
      }),
    fleeting: true,
    async perform({ page, screens: { checkout } }) {
      await checkout.failure.waitFor();
      await page.evaluate(() => Object.assign(window, { CollectJS: Reflect.get(window, 'KeptCollectJS') }));
    },
  },
  'tokenise answers: no token': {
    async perform(hands, before) {
      const fault = { service: 'gateway', match: gatewayToken, fault: 'malformed' } as const;
      await hands.console.addFault({ ...fault, status: 201, body: '{"token":""}', times: 1 });
      await pass('token')(hands, before);
    },
  },
  'tokenise fails': { perform: inOrder(({ page }) => breakNextCall(page, 'abort'), pass('token')) },
  'tokenLimit has passed': { perform: wait(30_000) },
  'keepAttempt answers: kept': { perform: async () => undefined },
  'keepAttempt fails': atOnce(({ page }) => breakNextCall(page, 'randomUUID')),

  'pay answers: approved': { perform: pass('payment') },
  'pay answers: no answer': { perform: cut('payment') },
  'pay answers: another price': {
    perform: inOrder(
      async ({ gate }) => (await gate('price')).close(),
      refusePayment(409, 'The price of this package has changed.'),
    ),
  },
  'pay answers: a key of something else': {
    perform: refusePayment(422, 'This Idempotency-Key belongs to another payment request.'),
  },
  'pay answers: a spent token': {
    perform: refusePayment(400, 'These card details were used already. Please enter your card again.'),
  },
  'pay answers: withdrawn': { perform: refusePayment(404, 'Product not found') },
  'pay answers: declined': { perform: declinedByBank },
  'pay fails': { perform: breakPayment },
  'chargeLimit has passed': { perform: wait(30_000) },

  'quotePackageAgain answers: another price': { when: isPlus, perform: offer(starter, dearer) },
  'quotePackageAgain answers: withdrawn': { perform: offer(starter) },
  // The offer itself is read again, too.
  'quotePackageAgain fails': { perform: breakOffer(2) },
  'requoteLimit has passed': { perform: inOrder(wait(10_000), forgetPrice) },

  // Finding out what became of it
  'askOutcome answers: approved': { when: isReplayable, perform: pass('payment') },
  'askOutcome answers: no answer': {
    async perform(hands, before) {
      if (isReplayable(before)) hands.guard.allowMessage(notArrived);
      await cut('payment')(hands, before);
    },
  },
  'askOutcome answers: a key of something else': {
    when: isReplayable,
    perform: refusePayment(422, 'This Idempotency-Key belongs to another payment request.'),
  },
  'askOutcome answers: declined': {
    async perform(hands, before) {
      if (isReplayable(before)) return declinedByBank(hands);
      notesOf(hands).declined = 'your card was not charged';
      await pass('payment')(hands, before);
    },
  },
  'askOutcome fails': { when: isReplayable, perform: breakPayment },
  'confirmationInterval has passed': {
    // Nobody sees when the pause begins, only that it is asked again.
    async perform({ page, gate }) {
      const payment = await gate('payment');
      await expect(async () => {
        await page.clock.fastForward(2_000);
        expect(payment.isHolding()).toBe(true);
      }).toPass({ intervals: [200] });
    },
  },
  'confirmationLimit has passed': { perform: wait(60_000) },
  'the waiting is stopped': {
    perform: ({ screens: { checkout } }) =>
      checkout.region.getByRole('button', { name: 'Stop waiting', exact: true }).click(),
  },
  'the outcome is asked for again': {
    perform: ({ screens: { checkout } }) =>
      checkout.region.getByRole('button', { name: 'Check again', exact: true }).click(),
  },
  'the open outcome is acknowledged': {
    perform: ({ screens: { checkout } }) =>
      checkout.region.getByRole('button', { name: 'I understand, continue', exact: true }).click(),
  },
  'the success is dismissed': { perform: ({ screens: { dashboard } }) => dashboard.continue.click() },
  'the page is left': { perform: inOrder(leaveAndReturn, forgetPrice) },

  // Other tabs
  'another tab is buying': {
    when: (before) => isCalm(before) && before.context.elsewhere.length === 0,
    async perform(hands) {
      const notes = notesOf(hands);
      notes.attempt = newAttempt(notes);
      await hands.otherTab.beginPurchase(notes.attempt);
      await expect(hands.page.getByText(elsewhere)).toBeVisible();
    },
  },
  'another tab has bought': {
    when: ({ context }) => context.elsewhere.length > 0,
    async perform(hands) {
      const { attempt } = notesOf(hands);
      if (attempt === null) throw new Error('No other tab is buying');
      await hands.otherTab.endPurchase(attempt);
    },
  },
  'another tab ends in mid-purchase': {
    when: (before) => before.matches({ idle: 'choosing' }) && before.context.elsewhere.length > 0,
    perform: ({ otherTab }) => otherTab.close(),
  },
};

async function declinedByBank(hands: Hands): Promise<void> {
  notesOf(hands).declined = 'Your card was declined. Please try another card or contact your bank.';
  hands.guard.allowResponse(`${hands.addresses.store}/api/checkout/process-payment-token`, 402);
  await (await hands.gate('payment')).pass();
}

/** What the form asks for. */
export function priceOf({ context: { product } }: Snapshot): string {
  if (product === null) throw new Error('No package is being bought');
  return `$${(product.price_cents / 100).toFixed(2)}`;
}

export const checkoutExemptions: Manual['exempt'] = {};

/** What leaves the offer changed for the rest of a walk. */
const changesOffer = /^quotePackage(Again)? answers: (another price|withdrawn)$/;
const needsOffer = /^the (package .* is selected|payment is submitted)$/;
const loadsScript = /^(mountCardFields (answers: mounted|fails)|cardFieldsLimit has passed)$/;
const endsElsewhere = /^another tab (has bought|ends in mid-purchase)$/;

/** A script that is in the page is not loaded again. A tab ends one purchase for each that it began. */
export function isCheckoutCausable({ steps }: Rehearsal): boolean {
  const words = steps.map(({ stimulus }) => stimulus.words);
  const isAfter = (first: RegExp, then: RegExp): boolean => {
    const at = words.findIndex((told) => first.test(told));
    return at >= 0 && words.slice(at + 1).some((told) => then.test(told));
  };
  if (isAfter(changesOffer, needsOffer)) return false;
  if (isAfter(loadsScript, /^mountCardFields answers: no script$/)) return false;
  const ofTabs = words.filter((told) => told === 'another tab is buying' || endsElsewhere.test(told));
  return ofTabs.every(
    (told, index) => !endsElsewhere.test(told) || ofTabs[index - 1] === 'another tab is buying',
  );
}
