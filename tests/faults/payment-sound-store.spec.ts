import { expect, plus, test } from './fixtures.ts';

test('a customer presses too often', async ({ buyer, payments, step, traffic }) => {
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
});
