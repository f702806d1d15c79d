import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cvv, testCards } from './screens/checkout.ts';

/** Has the gateway's script draw the fields anew, with callbacks that note under this name what they were told. */
const configure = (page: Page, name: string, options: object = {}): Promise<string> =>
  page.evaluate(
    ([name, options]) => {
      const noted: string[] = Reflect.get(window, 'noted') ?? [];
      Object.assign(window, { noted });
      const note = (...words: readonly unknown[]) => void noted.push([name, ...words].join(' '));
      const fields = ['ccnumber', 'ccexp', 'cvv'].map((field) => [field, { selector: `#coffer-${field}` }]);
      try {
        const gateway: { configure(options: object): void } = Reflect.get(window, 'CollectJS');
        gateway.configure({
          variant: 'inline',
          fields: Object.fromEntries(fields),
          callback: () => note('token'),
          timeoutCallback: () => note('time-out'),
          validationCallback: (field: string, valid: boolean, message: string) =>
            note(field, valid ? 'valid' : message),
          ...options,
        });
        return 'configured';
      } catch (error) {
        return String(error);
      }
    },
    [name, options] as const,
  );

const start = (page: Page): Promise<void> =>
  page.evaluate(() => Reflect.get(window, 'CollectJS').startPaymentRequest());

const noted = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...Reflect.get(window, 'noted')].sort());

const empty = (name: string) =>
  ['ccexp', 'ccnumber', 'cvv'].map((field) => `${name} ${field} Field is empty`);

test.use({ pageClock: true });

test('the gateway’s script is told of its fields anew while the checkout stands open', async ({
  page,
  customer,
  session,
  step,
  screens: { dashboard, checkout },
}) => {
  /** Forgets what was noted, while the fields of the checkout stand there. */
  const noteAnew = async () => {
    await expect(checkout.cardField('Card number')).toBeEditable();
    await page.evaluate(() => Object.assign(window, { noted: [] }));
  };
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();

  await step('the gateway’s script takes no option that it does not know, nor a wrong one', async () => {
    await noteAnew();
    expect(await configure(page, 'one', { timeout: 5 })).toContain('unknown configuration: timeout');
    const fields = { ccnumber: { selector: '#coffer-ccnumber', enableCardBrandPreviews: 'true' } };
    expect(await configure(page, 'one', { fields })).toContain('enableCardBrandPreviews must be a boolean');
  });

  await step('what was submitted with a wrong field goes on by itself once that is right', async () => {
    await noteAnew();
    await configure(page, 'old');
    await expect(checkout.cardField('CVV')).toBeEditable();
    await start(page);
    await expect.poll(() => noted(page)).toEqual(empty('old'));
    await configure(page, 'new');
    await expect(checkout.cardField('CVV')).toBeEditable();
    await checkout.fillCard(testCards.approved);
    await checkout.cardField('CVV').fill(cvv);
    await checkout.cardField('CVV').press('Tab');
    await expect.poll(() => noted(page)).toContain('new token');
  });

  // What it has begun is still under way at its end.
  await step(
    'a submission of the gateway’s script outlives another configuration, and its time-out tells the newest',
    async () => {
      await noteAnew();
      expect(await configure(page, 'old', { timeoutDuration: 600_000 })).toBe('configured');
      await expect(checkout.cardField('CVV')).toBeEditable();
      await start(page);
      await expect.poll(() => noted(page)).toEqual(empty('old'));
      await configure(page, 'new');
      await expect(checkout.cardField('CVV')).toBeEditable();
      await start(page);
      await page.clock.fastForward(600_000);
      await expect.poll(() => noted(page)).toContain('new time-out');
      // The second start did nothing: not even the fields were looked at.
      expect(await noted(page)).toEqual(['new time-out', ...empty('old')]);
      await start(page);
      await expect.poll(() => noted(page)).toEqual([...empty('new'), 'new time-out', ...empty('old')]);
    },
  );
});
