import { stopClock } from '#tests/browser/page-clock.ts';
import { expect, test } from './fixtures.ts';
import { cardFrames, misbehaving, tooLate } from './gateway-script.ts';

test('late payment tokens never charge the card', async ({
  buyer,
  console,
  page,
  pageErrors,
  payments,
  step,
  traffic,
}) => {
  await console.addFault(misbehaving('callback-late'));
  await buyer.arriveFromTerms();
  await buyer.dashboard.buy('$10.00').click();
  await expect(cardFrames(page)).toHaveCount(3);
  await buyer.checkout.cancel.click();

  await step('15: a token that arrives after another package is chosen charges nothing', async () => {
    pageErrors.allowMessage(tooLate);
    // The app replaces a script whose token is late. Make the replacement's token late, too.
    await console.addFault(misbehaving('callback-late'));
    await buyer.fill('$10.00');
    // Stop the clock, because the page gives up after 30 s, before the token arrives.
    await stopClock(page);
    await buyer.checkout.pay('$10.00').click();
    await expect.poll(() => traffic.tokensGiven()).toBe(1);
    await page.clock.fastForward('00:30');
    await expect(buyer.checkout.failure).toContainText('You have not been charged.');
    await expect(cardFrames(page)).toHaveCount(3);
    await buyer.dashboard.buy('$25.00').click();
    await expect(page.getByText('Loading the card fields…')).toHaveCount(0);
    await page.clock.fastForward('00:20');
    await expect(buyer.dashboard.success).toBeHidden();
    expect(payments.keys()).toEqual([]);
    await page.clock.resume();
    await buyer.checkout.cancel.click();
  });

  await step('15: a token that arrives after the customer has left the page charges nothing', async () => {
    await buyer.submit('$10.00');
    await expect.poll(() => traffic.tokensGiven()).toBe(1);
    await page.goBack();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.clock.fastForward('00:50');
    await page.goForward();
    await expect(buyer.dashboard.buy('$10.00')).toBeEnabled();
    await expect(buyer.checkout.region).toBeHidden();
    expect(payments.keys()).toEqual([]);
  });
});
