import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { Console } from '#tests/browser/console.ts';
import { expect } from '#tests/browser/fixtures.ts';
import { pagesOf } from '#tests/browser/kept-context.ts';
import type { Payments } from '#tests/browser/payments.ts';
import type { Person } from '#tests/browser/people.ts';
import { cvv, testCards } from '#tests/browser/screens/checkout.ts';
import type { SharedLocalServices } from '#tests/services/shared-services.ts';
import type { AccountState } from './account-state.ts';
import type { Traffic } from './traffic.ts';

interface Observations {
  readonly context: BrowserContext;
  readonly console: Console;
  readonly customer: Person;
  readonly payments: Payments;
  readonly account: AccountState;
  readonly traffic: Traffic;
  readonly local: SharedLocalServices;
}

/** Text allowed for a charged attempt while its outcome is unknown. */
const notYetKnown = /can't confirm yet/;
const saysUncharged = /not been charged|declined|failed|did not go through/i;

/** Checks I1, I2, I3, I5 and I6. The `pageErrors` fixture checks I4. */
export const expectInvariants = async (observations: Observations): Promise<void> => {
  await expectTrueAccount(observations);
  for (const page of pagesOf(observations.context)) await expectUsable(page);
};

/** Checks I1, I2, I3 and I6, but not I5, which doesn't hold during a payment. */
export const expectTrueAccount = async (observations: Observations): Promise<void> => {
  const charged = await expectOneCreditForOneSale(observations);
  expectNoChargeIsCalledFailed(observations, charged);
  await expectNoSecretLeaks(observations);
  expect(await observations.console.bookErrors(), 'I6: the postings prove the books').toEqual([]);
};

/** Checks I1: the ledger and the balance match the charges. Returns the charged attempts' order IDs. */
const expectOneCreditForOneSale = async ({ payments, account }: Observations): Promise<readonly string[]> => {
  const approved = async () => (await payments.allSales()).filter(({ outcome }) => outcome === 'approved');
  await expect
    .poll(
      async () => {
        const rows = await account.rows();
        return rows
          .filter(({ status }) => status === 'completed')
          .map(({ ionic_order_id: order, amount_display: amount }) => `${order} ${amount}`)
          .sort();
      },
      { message: 'I1: the ledger holds each sale once' },
    )
    .toEqual(
      (await approved())
        .map(({ orderId, amountCents }) => `${orderId} $${(amountCents / 100).toFixed(2)}`)
        .sort(),
    );

  const orders = (await approved()).map(({ orderId }) => orderId);
  expect(orders, 'I1: no attempt is charged twice').toEqual([...new Set(orders)]);
  const credits = (await account.rows())
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { total_credits }) => sum + (total_credits ?? 0), 0);
  expect(await account.balance(), 'I1: the balance is the sum of the credits').toBe(credits);
  return orders;
};

/** Checks I2: the app never calls a payment failed if the card was charged. */
const expectNoChargeIsCalledFailed = ({ traffic }: Observations, charged: readonly string[]): void => {
  const wrong = traffic.failures.filter(
    ({ text, key }) =>
      key !== undefined && charged.includes(key) && saysUncharged.test(text) && !notYetKnown.test(text),
  );
  expect(wrong, 'I2: a charged attempt is never called failed').toEqual([]);
};

/** Checks I3: no secret is in a URL, console, log or storage. */
const expectNoSecretLeaks = async ({ customer, traffic, local }: Observations): Promise<void> => {
  const cards = [...Object.values(testCards), ...traffic.paymentTokens];
  const told = [...traffic.urls, ...traffic.messages, await readFile(local.log, 'utf8')].join('\n');
  for (const secret of [...cards, customer.password, customer.email, traffic.accessToken()])
    expect(told.includes(secret) || told.includes(encodeURIComponent(secret)), `I3: ${secret} was told`).toBe(
      false,
    );
  const pages = [...traffic.urls, ...traffic.messages].join('\n');
  expect(pages, 'I3: the CVV was told').not.toMatch(new RegExp(`\\b${cvv}\\b`));

  const kept = await traffic.storage();
  for (const secret of cards) expect(kept.includes(secret), `I3: ${secret} is kept`).toBe(false);
  expect(kept, 'I3: the CVV is kept').not.toMatch(new RegExp(`"${cvv}"`));
};

/** Checks I5: nothing waits forever, and at least one button works. */
const expectUsable = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(findPendingParts), { message: 'I5: nothing waits for good' }).toEqual([]);

const findPendingParts = (): string[] => {
  // With reduced motion, skeletons have no running animation, so find them by `aria-busy`.
  const busy = [...document.querySelectorAll('[aria-busy="true"]')].map(
    ({ outerHTML }) => `busy: ${outerHTML}`,
  );
  const turning = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
    .map(() => 'something turns for ever');
  const works = [...document.querySelectorAll('button:enabled')].some(
    (button) =>
      button.checkVisibility({ visibilityProperty: true }) && button.closest('[aria-hidden="true"]') === null,
  );
  return [...busy, ...turning, ...(works ? [] : ['no control works'])];
};
