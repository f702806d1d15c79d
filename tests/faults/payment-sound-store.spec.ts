import type { Page } from '@playwright/test';
import { testCards } from '#tests/browser/screens/checkout.ts';
import { expect, gatewaySale, paymentPath, plus, test } from './fixtures.ts';
import { cardFrames, misbehaving, tooLate } from './gateway-script.ts';

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

test('a customer who pays, with nothing wrong between page and store', async ({
  addresses,
  buyer,
  console,
  pageErrors,
  payments,
  step,
  traffic,
}) => {
  await step('6: the card is declined', async () => {
    const declined = 'Your card was declined. Please try another card or contact your bank.';
    pageErrors.allowResponse(`${addresses.store}${paymentPath}`, 402);
    pageErrors.allowMessage(`Payment: ${declined}`);
    await buyer.submit('$10.00', 'declined');
    await expect(buyer.checkout.failure).toHaveText(new RegExp(declined));
    await expect(buyer.dashboard.balance.getByRole('status')).toHaveText('0 Credits');
    await buyer.checkout.fillCard(testCards.approved);
    await buyer.checkout.pay('$10.00').click();
    await buyer.receives('1,300');
    expect(new Set(payments.keys()).size).toBe(2);
    expect(traffic.tokensGiven(), 'each charge has a token of its own').toBe(2);
    expect(await payments.sales()).toMatchObject([{ outcome: 'declined' }, plus]);
  });

  for (const way of ['clicks', 'Enters'] as const)
    await step(`8: ten ${way} in 100 ms`, async () => {
      await buyer.fill('$10.00');
      await buyer.checkout.pay('$10.00').evaluate((button: HTMLButtonElement, submits) => {
        for (let times = 0; times < 10; times += 1) {
          if (submits) button.form?.requestSubmit();
          else button.click();
        }
      }, way === 'Enters');
      await buyer.receives('1,300');
      expect(payments.keys()).toHaveLength(1);
      expect(traffic.tokensGiven()).toBe(1);
      expect(await payments.sales()).toMatchObject([plus]);
    });

  await step('3: the gateway’s event tells of a sale whose own reply is still to come', async () => {
    const inProgress = pageErrors.allowResponse(`${addresses.store}${paymentPath}`, 409);
    await console.addEventFate({ fate: 'held', type: 'transaction.sale.*' });
    const sale = await console.addFault({ service: 'gateway', match: gatewaySale, fault: 'hold', times: 1 });
    await buyer.submit('$10.00');
    await sale.held();
    await buyer.page.clock.fastForward('00:30');
    await inProgress.occurred();
    await console.releaseEvents();
    await buyer.receives('1,300');
    await sale.remove();
    expect(new Set(payments.keys()).size).toBe(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });
});

// A document has the script, with its token for the next payment, from its first form to its end.
test('a customer to whom the gateway’s script gives no token, or two', async ({
  addresses,
  buyer,
  console,
  page,
  pageErrors,
  payments,
  step,
  traffic,
}) => {
  await step('13: the token comes twice', async () => {
    await console.addFault(misbehaving('callback-twice'));
    await buyer.submit('$10.00');
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('14: the gateway’s script gets no token to give, and says nothing', async () => {
    pageErrors.allowMessage(tooLate);
    pageErrors.allowResponse(`${addresses.gateway}/token/api/token`, 500);
    const failing = await console.addFault({
      service: 'gateway',
      match: 'GET /token/api/token',
      fault: 'status',
      status: 500,
    });
    await page.reload();
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

  await step('14: the token never comes', async () => {
    pageErrors.allowMessage(tooLate);
    await console.addFault(misbehaving('callback-never'));
    await page.reload();
    await buyer.submit('$10.00');
    await expect(buyer.checkout.region).toContainText('Processing your payment…');
    await expect.poll(() => traffic.tokensGiven()).toBe(1);
    await page.clock.fastForward('00:30');
    await expect(buyer.checkout.failure).toContainText(
      'You have not been charged. Please enter your card again.',
    );
    await expect(buyer.checkout.cardField('Card number')).toHaveValue('');
    await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
    await expect(buyer.checkout.cancel).toBeEnabled();
    await expect(cardFrames(page)).toHaveCount(3);
    expect(payments.keys()).toEqual([]);
  });
});
