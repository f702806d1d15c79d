import { expect, gatewayScript, plus, test } from './fixtures.ts';
import { cardFrames, gatewayScripts } from './gateway-script.ts';
import { elementsInMemory } from './retained-resources.ts';

// The pages have the production CSP. Any CSP violation is a console error, which fails the test.
test('a customer can pay with a gateway script that behaves like the real one', async ({
  buyer,
  console,
  page,
  pageErrors,
  payments,
  step,
}) => {
  const strictly = () => console.changeGateway({ hostedScript: 'strict' });

  await step('13: card frames that the gateway script writes as HTML get titles and can pay', async () => {
    await strictly();
    await buyer.fill('$10.00');
    await expect(cardFrames(page)).toHaveCount(3);
    await expect(buyer.checkout.frame('CVV')).toHaveCount(1);
    await expect(page.locator('#CollectJSInlinecvv[name="CollectJSInlinecvv"]')).toBeVisible();
    await buyer.checkout.pay('$10.00').click();
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('the gateway script loads when Buy Now gets the focus; a failed load is retried', async () => {
    const buy = buyer.dashboard.buy('$10.00');
    await page.reload();
    await buy.waitFor();
    await expect(gatewayScripts(page)).toHaveCount(0);
    await console.addFault({
      service: 'gateway',
      match: gatewayScript,
      fault: 'status',
      status: 503,
      times: 1,
    });
    const failure = pageErrors.allowResponse('gateway', '/token/Collect.js', 503);
    await buy.focus();
    await failure.occurred();
    await expect(cardFrames(page)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(cardFrames(page)).toHaveCount(3);
    await expect(gatewayScripts(page)).toHaveCount(1);
    await buyer.checkout.cancel.click();
  });

  await step('a closed checkout leaves no references to its card fields in memory', async () => {
    // Count only the app's boxes, because the gateway's script keeps the elements that it received.
    const boxes = '[data-card-field]';
    await buyer.dashboard.buy('$10.00').click();
    await expect(cardFrames(page)).toHaveCount(3);
    // Expect at least three boxes, because React may keep the previous form until this one closes.
    expect(await elementsInMemory(page, boxes)).toBeGreaterThanOrEqual(3);
    await buyer.checkout.cancel.click();
    await expect(cardFrames(page)).toHaveCount(0);
    await expect.poll(() => elementsInMemory(page, boxes)).toBe(0);
  });

  await step('13: the page rejects HTML from any other script', async () => {
    pageErrors.allowMessage('TrustedHTML');
    const refused = await page.evaluate(() => {
      const element = document.createElement('div');
      try {
        element.innerHTML = '<img src="x" onerror="window.hasRun = true">';
        return 'written';
      } catch (error) {
        return error instanceof Error ? error.name : '';
      }
    });
    expect(refused).toBe('TypeError');
    expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
  });
});
