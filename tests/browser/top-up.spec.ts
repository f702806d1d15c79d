import type { TopUp } from '#contract/top-up.ts';
import { topUpOff } from '#gallery/harness/fixtures.ts';
import { expect, test } from '#tests/browser/fixtures.ts';
import { card, on, stopped } from '#tests/top-ups.ts';
import type { Console } from './console.ts';

test.use({ pageClock: true });

const listCard = (console: Console) => console.reply('GET /api/cards', { cards: [card] }, { times: 10 });

const refuse = (console: Console, match: string, status: number, code: string) =>
  console.reply(match, { code, detail: 'No.' }, { status });

test('signing in again to turn on automatic top-up keeps the typed values', async ({
  console,
  customer,
  pageErrors,
  screens: { signIn, header, billing },
}) => {
  await listCard(console);
  pageErrors.allowResponse('store', '/api/top-up', 403);
  await refuse(console, 'PUT /api/top-up', 403, 'recent-sign-in-required');
  await signIn.openAs(customer);
  await header.billing.click();
  const { topUp } = billing;
  await topUp.switch.check();
  await expect(topUp.region).toContainText('Not saved yet');
  await topUp.threshold.fill('１,500');
  await topUp.buy.selectOption('pro-3000');
  await topUp.limit.fill('75.50');
  await topUp.save.click();
  await expect(topUp.region.getByRole('alert')).toHaveText(/please sign in again\. Nothing was saved\./);
  await expect(topUp.threshold).toHaveValue('１,500');
  await topUp.region.getByRole('button', { name: 'Sign in again', exact: true }).click();

  await signIn.signIn(customer);
  await expect(topUp.threshold).toHaveValue('１,500');
  await expect(topUp.buy).toHaveValue('pro-3000');
  await expect(topUp.limit).toHaveValue('75.50');
  await expect(topUp.region).toContainText('falls below 1,500 credits');
});

test('the top-up form shows each change’s outcome and changes from other tabs', async ({
  page,
  console,
  customer,
  pageErrors,
  step,
  screens: { signIn, header, dashboard, billing },
}) => {
  const { topUp } = billing;
  const load = async (answer: TopUp) => {
    await listCard(console);
    await console.reply('GET /api/top-up', answer, { times: 10 });
  };
  /** Waits until the page has refetched `path`. After a step, the store would send its own response. */
  const fetched = (path: string) =>
    page.waitForResponse(
      (response) => response.url().endsWith(path) && response.request().method() === 'GET',
    );

  await step('saving without a response disables the form, then reports a problem', async () => {
    await load(topUpOff);
    await signIn.openAs(customer);
    await header.billing.click();
    await topUp.threshold.fill('450');
    await topUp.limit.fill('75');
    const hanging = await console.addFault({ service: 'store', match: 'PUT /api/top-up', fault: 'hang' });
    await topUp.save.click();
    await expect(topUp.region.getByRole('alert')).toHaveCount(0);
    await expect(topUp.save).toHaveAttribute('aria-disabled', 'true');
    await hanging.struck();
    await header.dashboard.click();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    await Promise.all([fetched('/api/top-up'), header.billing.click()]);
    await expect(topUp.save).toHaveAttribute('aria-disabled', 'true');
    const refetched = fetched('/api/top-up');
    await page.clock.fastForward(20_000);
    await expect(topUp.region.getByRole('alert')).toHaveText(/^We can't confirm whether/);
    await refetched;
    await hanging.remove();
  });

  await step('settings saved in another tab appear, except in a field that is being edited', async () => {
    await listCard(console);
    await console.reply('GET /api/top-up', { ...on, threshold_credits: 20, monthly_limit_cents: 3000 });
    await header.dashboard.click();
    await header.billing.click();
    await expect(topUp.limit).toHaveValue('30');
    await topUp.threshold.fill('1,000');
    await console.reply('GET /api/top-up', { ...on, threshold_credits: 20, monthly_limit_cents: 2000 });
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(topUp.limit).toHaveValue('20');
    await expect(topUp.threshold).toHaveValue('1,000');
  });

  await step('a refusal to turn off top-up is shown, even if the settings can’t be reloaded', async () => {
    pageErrors.allowResponse('store', '/api/top-up', 429);
    pageErrors.allowResponse('store', '/api/top-up', 503);
    await refuse(console, 'DELETE /api/top-up', 429, 'rate-limited');
    await refuse(console, 'GET /api/top-up', 503, 'unavailable');
    await topUp.turnOff.click();
    const alerts = topUp.region.getByRole('alert');
    await expect(alerts).toHaveText([/It may be out of date\./, /Automatic top-up isn't off yet\./]);
    await expect(topUp.switch).toBeChecked();
    await console.reply('GET /api/top-up', on);
    await topUp.retry.click();
    await expect(alerts).toHaveCount(0);
    await console.reply('DELETE /api/top-up', stopped);
    await topUp.turnOff.click();
    await expect(topUp.region.getByRole('status')).toHaveText(/^Automatic top-up is off\./);
    await expect(topUp.turnOff).toHaveCount(0);
    await expect(topUp.region.getByRole('heading')).toBeFocused();
  });
});
