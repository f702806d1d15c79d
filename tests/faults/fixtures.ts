import type { Page } from '@playwright/test';
import type { AddedFault, Console } from '#tests/browser/console.ts';
import { test as base, expect } from '#tests/browser/fixtures.ts';
import { appMounted } from '#tests/browser/history.ts';
import { testCards } from '#tests/browser/screens/checkout.ts';
import { type Screens, screensOf } from '#tests/browser/screens/index.ts';
import { accountStateOf } from './account-state.ts';
import { expectInvariants } from './invariants.ts';
import { type Traffic, watchTraffic } from './traffic.ts';

export { expect };

export interface Buyer extends Screens {
  readonly page: Page;
  fill(price: string, card?: keyof typeof testCards): Promise<void>;
  submit(price: string, card?: keyof typeof testCards): Promise<void>;
  /** Opens the dashboard from the terms, so that Back leads to the terms. */
  arriveFromTerms(): Promise<void>;
  /** Waits for another purchase's credits, and for the balance to show the sum of this test's purchases. */
  receives(credits: string): Promise<void>;
}

interface Received {
  credits: number;
}

interface Fixtures {
  readonly received: Received;
  readonly traffic: Traffic;
  readonly buyer: Buyer;
  readonly openTab: () => Promise<Buyer>;
  /** Checks the invariants that `expectInvariants` lists. */
  readonly holdInvariants: () => Promise<void>;
  readonly invariants: undefined;
}

export const paymentPath = '/api/checkout/process-payment-token';
export const paymentRequest = `POST ${paymentPath}`;
/** Holds the gateway's response to a sale until the fault is removed. No event reports the sale. */
export const holdSale = async (console: Console): Promise<AddedFault> => {
  await console.loseEvents('transaction.sale.*');
  return console.addFault({ service: 'gateway', match: 'POST /api/transact.php', fault: 'hold', times: 1 });
};
export const gatewayScript = 'GET /token/Collect.js';

export const productList = 'GET /api/products/';

export const plus = { outcome: 'approved', amountCents: 1000 };

/** Shown while the app doesn't know whether the card was charged. */
export const confirming = "Confirming your payment. Please don't pay again.";
/** Chromium's message for a reset connection. */
export const lost = 'net::ERR_CONNECTION_RESET';
/** Chromium's message if the store hasn't received an attempt. */
export const notArrived = 'status of 404 (Not Found)';

export const test = base.extend<Fixtures>({
  pageClock: true,
  traffic: async ({ context, addresses }, use) => {
    await use(watchTraffic(context, addresses.store));
  },
  buyer: async ({ page, customer, received, screens, session }, use) => {
    await session.openAs(customer);
    await expect(screens.dashboard.balance.getByRole('status')).toHaveText('0 Credits');
    await use(buyerAt(page, customer, received));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
  received: async ({}, use) => {
    await use({ credits: 0 });
  },
  openTab: async ({ buyer, context, customer, received }, use) => {
    await use(async () => {
      const page = await context.newPage();
      const other = buyerAt(page, customer, received);
      await other.dashboard.open();
      await expect(other.dashboard.balance.getByRole('status')).toBeAttached();
      return other;
    });
    void buyer;
  },
  holdInvariants: async ({ context, console, customer, payments, addresses, traffic, local }, use) => {
    const account = accountStateOf(addresses.store, traffic.accessToken);
    await use(() => expectInvariants({ context, console, customer, payments, account, traffic, local }));
  },
  invariants: [
    async ({ holdInvariants }, use) => {
      await use(undefined);
      await holdInvariants();
    },
    { auto: true },
  ],
  step: async ({ holdInvariants, step, traffic }, use) => {
    await use((title, body) =>
      step(title, async () => {
        traffic.restart();
        await body();
        await holdInvariants();
      }),
    );
  },
});

const buyerAt = (
  page: Page,
  customer: Parameters<Screens['checkout']['fillBilling']>[0],
  received: Received,
): Buyer => {
  const screens = screensOf(page);
  const { dashboard, checkout } = screens;
  const fill: Buyer['fill'] = async (price, card = 'approved') => {
    await dashboard.buy(price).click();
    await checkout.fill(customer, testCards[card]);
    await expect(checkout.pay(price)).toBeEnabled();
  };
  return {
    ...screens,
    page,
    fill,
    async submit(price, card) {
      await fill(price, card);
      await checkout.pay(price).click();
    },
    async arriveFromTerms() {
      await page.goto('/terms');
      await appMounted(page);
      await page.getByRole('link', { name: 'Back to the store', exact: true }).click();
      await expect(dashboard.balance.getByRole('status')).toBeAttached();
    },
    async receives(credits) {
      received.credits += Number(credits.replace(',', ''));
      await expect(dashboard.success).toContainText(`Added ${credits} credits.`);
      await dashboard.continue.click();
      await expect(dashboard.success).toBeHidden();
      await expect(dashboard.balance.getByRole('status')).toHaveText(
        `${received.credits.toLocaleString('en-US')} Credits`,
      );
    },
  };
};
