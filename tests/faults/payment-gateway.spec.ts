import type { Page, Route } from '@playwright/test';
import { stopClock } from '#tests/browser/page-clock.ts';
import { testCards } from '#tests/browser/screens/checkout.ts';
import { type Buyer, expect, gatewayScript, test } from './fixtures.ts';

const plus = { outcome: 'approved', amountCents: 1000 };
const misbehaving = (body: string) =>
  ({ service: 'gateway', match: gatewayScript, fault: 'script', body }) as const;

const scripts = (page: Page) => page.locator('script[src*="Collect.js"]');
const cardFrames = (page: Page) => page.locator('iframe.CollectJSInlineIframe');

/** Counts from now on how often the card's fields tell the gateway's script whether they are valid: all do when it is started. */
const validations = async (page: Page): Promise<() => Promise<number>> => {
  const counter = await page.evaluateHandle(() => {
    const counted = { count: 0 };
    window.addEventListener('message', ({ data }) => {
      if (data?.type === 'validity') counted.count += 1;
    });
    return counted;
  });
  return () => counter.evaluate(({ count }) => count);
};

test('13: the token comes twice', async ({ buyer, console, payments }) => {
  await console.addFault(misbehaving('callback-twice'));
  await buyer.submit('$10.00');
  await buyer.receives('1,300');
  expect(payments.keys()).toHaveLength(1);
  expect(await payments.sales()).toMatchObject([plus]);
});

test('14: the token never comes', async ({ buyer, console, pageErrors, payments, traffic }) => {
  pageErrors.allowMessage('Payment: The card service did not answer in time.');
  await console.addFault(misbehaving('callback-never'));
  await buyer.submit('$10.00');
  await expect(buyer.checkout.region).toContainText('Processing your payment…');
  await expect.poll(() => traffic.tokensGiven()).toBe(1);
  await buyer.page.clock.fastForward('00:30');
  await expect(buyer.checkout.failure).toContainText(
    'You have not been charged. Please enter your card again.',
  );
  await expect(buyer.checkout.cardField('Card number')).toHaveValue('');
  await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
  await expect(buyer.checkout.cancel).toBeEnabled();
  await expect(cardFrames(buyer.page)).toHaveCount(3);
  expect(payments.keys()).toEqual([]);
});

test('14: the gateway’s script gets no token to give, and says nothing', async ({
  addresses,
  buyer,
  console,
  page,
  pageErrors,
  payments,
}) => {
  pageErrors.allowMessage('Payment: The card service did not answer in time.');
  pageErrors.allowResponse(`${addresses.gateway}/token/api/token`, 500);
  const failing = await console.addFault({
    service: 'gateway',
    match: 'GET /token/api/token',
    fault: 'status',
    status: 500,
  });
  await buyer.fill('$10.00');
  await failing.struck(11);
  const asked = await validations(page);
  await buyer.checkout.pay('$10.00').click();
  await expect(buyer.checkout.region).toContainText('Processing your payment…');
  // The price is asked for first, which has a limit of its own.
  await expect.poll(asked).toBeGreaterThanOrEqual(3);
  await failing.remove();
  await page.clock.fastForward('00:25');
  await expect(buyer.checkout.failure).toContainText('You have not been charged.');
  await expect(page.locator('link[href$="/token/styles.css"]')).toHaveCount(1);
  await buyer.checkout.fillCard(testCards.approved);
  await buyer.checkout.pay('$10.00').click();
  await buyer.receives('1,300');
  expect(payments.keys()).toHaveLength(1);
  expect(await payments.sales()).toMatchObject([plus]);
});

test('15: the token comes during the next submission', async ({
  buyer,
  console,
  page,
  pageErrors,
  payments,
  traffic,
}) => {
  pageErrors.allowMessage('Payment: The card service did not answer in time.');
  await console.addFault(misbehaving('callback-late'));
  await buyer.submit('$10.00');
  await expect.poll(() => traffic.tokensGiven()).toBe(1);
  await page.clock.fastForward('00:25');
  await expect(buyer.checkout.failure).toContainText('You have not been charged.');
  await buyer.checkout.fillCard(testCards.approved);
  await buyer.checkout.pay('$10.00').click();
  await expect.poll(() => traffic.tokensGiven()).toBe(2);
  // The first token comes now, and another one is asked for in its place.
  await page.clock.fastForward('00:15');
  await expect.poll(() => traffic.tokensGiven()).toBe(3);
  await expect(buyer.checkout.region).toContainText('Processing your payment…');
  expect(payments.keys()).toEqual([]);
  await page.clock.fastForward('00:25');
  await expect(buyer.checkout.failure).toContainText('You have not been charged.');
  expect(payments.keys()).toEqual([]);
});

for (const [what, leave] of [
  ['the checkout was cancelled', (buyer) => buyer.checkout.cancel.click()],
  ['another package was chosen', (buyer) => buyer.dashboard.buy('$25.00').click()],
  ['the page was left', (buyer) => buyer.page.goBack()],
] satisfies [string, (buyer: Buyer) => Promise<unknown>][]) {
  test(`15: the token comes after ${what}`, async ({ buyer, console, pageErrors, payments, traffic }) => {
    pageErrors.allowMessage('Payment: The card service did not answer in time.');
    await console.addFault(misbehaving('callback-late'));
    await buyer.arriveFromTerms();
    await buyer.fill('$10.00');
    // It comes 40 s after it was given, and the page gives it up after 30 s.
    await stopClock(buyer.page);
    await buyer.checkout.pay('$10.00').click();
    await expect.poll(() => traffic.tokensGiven()).toBe(1);
    await buyer.page.clock.fastForward('00:30');
    await expect(buyer.checkout.failure).toContainText('You have not been charged.');
    await expect(cardFrames(buyer.page)).toHaveCount(3);
    await expect(buyer.page.getByText('Loading the card fields…')).toHaveCount(0);
    await leave(buyer);
    await expect(buyer.page.getByText('Loading the card fields…')).toHaveCount(0);
    await buyer.page.clock.fastForward('00:20');
    await expect(buyer.dashboard.success).toBeHidden();
    expect(payments.keys()).toEqual([]);
  });
}

test('15: the token comes after the page was left in mid-purchase', async ({
  buyer,
  console,
  payments,
  traffic,
}) => {
  await console.addFault(misbehaving('callback-late'));
  await buyer.arriveFromTerms();
  await buyer.submit('$10.00');
  await expect.poll(() => traffic.tokensGiven()).toBe(1);
  await buyer.page.goBack();
  await buyer.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await buyer.page.clock.fastForward('00:50');
  await buyer.page.goForward();
  await expect(buyer.dashboard.buy('$10.00')).toBeEnabled();
  await expect(buyer.checkout.region).toBeHidden();
  expect(payments.keys()).toEqual([]);
});

test.describe('17: the gateway’s script', () => {
  const unavailable = 'Payment system not ready';

  for (const [what, lets] of [
    ['is blocked', (route) => route.abort('blockedbyclient')],
    ['is not found', (route) => route.fulfill({ status: 404 })],
  ] satisfies [string, (route: Route) => Promise<void>][]) {
    test(what, async ({ addresses, buyer, pageErrors, page, payments }) => {
      pageErrors.allowMessage(unavailable);
      pageErrors.allowMessage('Failed to load resource');
      const script = `${addresses.gateway}/token/Collect.js`;
      let isThere = false;
      await page.route(script, (route) => (isThere ? route.continue() : lets(route)));
      await buyer.dashboard.buy('$10.00').click();
      await expect(buyer.checkout.failure).toContainText(unavailable);
      await expect(buyer.checkout.failure).toContainText('whether something in this browser blocks it');
      await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
      await buyer.ledger.filter('Failed').click();
      await expect(buyer.ledger.region).toContainText('No Failed Transactions');
      isThere = true;
      await buyer.checkout.retry.click();
      await buyer.checkout.fillBilling({ firstName: 'Ada', lastName: 'Lovelace', phone: '5551234567' });
      await buyer.checkout.fillCard('4111111111111111');
      await buyer.checkout.pay('$10.00').click();
      await buyer.receives('1,300');
      expect(await payments.sales()).toMatchObject([plus]);
    });
  }

  test('is forbidden by the content security policy', async ({ buyer, pageErrors, page }) => {
    pageErrors.allowMessage(unavailable);
    pageErrors.allowMessage('Content Security Policy');
    await page.evaluate(() => {
      const policy = document.createElement('meta');
      policy.httpEquiv = 'Content-Security-Policy';
      policy.content = "script-src 'self'";
      document.head.append(policy);
    });
    await buyer.dashboard.buy('$10.00').click();
    await expect(buyer.checkout.failure).toContainText(unavailable);
    await expect(buyer.checkout.retry).toBeEnabled();
    await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
    await buyer.checkout.cancel.click();
    await expect(buyer.checkout.region).toBeHidden();
  });

  test('hangs for ten seconds', async ({ buyer, console, pageErrors, page }) => {
    pageErrors.allowMessage(unavailable);
    await console.addFault({ service: 'gateway', match: gatewayScript, fault: 'hang' });
    await buyer.dashboard.buy('$10.00').click();
    await expect(buyer.checkout.region).toContainText('Loading the card fields…');
    await expect(buyer.checkout.cancel).toBeEnabled();
    // Timer after timer: the script is given up before the whole form is.
    await page.clock.runFor('00:10');
    await expect(buyer.checkout.failure).toContainText(unavailable);
    await console.clearFaults();
    await buyer.checkout.retry.click();
    await expect(cardFrames(page)).toHaveCount(3);
    await expect(scripts(page)).toHaveCount(1);
  });
});

test('18: the form is mounted again and again', async ({ buyer, page, payments }) => {
  for (const price of ['$5.00', '$25.00', '$50.00', '$10.00']) await buyer.dashboard.buy(price).click();
  await buyer.checkout.cancel.click();
  await buyer.submit('$10.00');
  await expect(scripts(page)).toHaveCount(1);
  await buyer.receives('1,300');
  expect(payments.keys()).toHaveLength(1);
  expect(await payments.sales()).toMatchObject([plus]);
});

for (const [behaviour, message] of [
  ['no-global', 'Payment system not ready'],
  ['configure-throws', 'Failed to initialize payment form'],
] as const) {
  test(`19: the script misbehaves: ${behaviour}`, async ({ buyer, console, pageErrors, page, payments }) => {
    pageErrors.allowMessage(`Payment: ${message}`);
    await console.addFault(misbehaving(behaviour));
    await buyer.dashboard.buy('$10.00').click();
    await expect(buyer.checkout.failure).toContainText(message);
    await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
    await buyer.checkout.retry.click();
    await expect(buyer.checkout.failure).toContainText(message);
    await console.clearFaults();
    if (behaviour === 'configure-throws') await page.reload();
    else await buyer.checkout.cancel.click();
    await buyer.submit('$10.00');
    await buyer.receives('1,300');
    expect(await payments.sales()).toMatchObject([plus]);
  });
}

test('19: the payment request throws', async ({ buyer, console, pageErrors, payments }) => {
  pageErrors.allowMessage('Payment: Failed to process payment');
  await console.addFault(misbehaving('start-throws'));
  await buyer.submit('$10.00');
  await expect(buyer.checkout.failure).toContainText('Failed to process payment');
  await expect(buyer.checkout.cancel).toBeEnabled();
  expect(payments.keys()).toEqual([]);
});

test('19: the token is empty', async ({ buyer, console, pageErrors, payments }) => {
  pageErrors.allowMessage('Payment: Failed to generate payment token');
  await console.addFault(misbehaving('token-empty'));
  await buyer.submit('$10.00');
  await expect(buyer.checkout.failure).toContainText('Failed to generate payment token');
  expect(payments.keys()).toEqual([]);
});
