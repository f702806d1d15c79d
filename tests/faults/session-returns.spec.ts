import { stopClock } from '#tests/browser/page-clock.ts';
import { changeConfig } from '#tests/browser/requests.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { expect, expectDashboard, signInAs, test } from './session-fixtures.ts';

test('33: a page restored from the browser’s cache shows nothing of an ended session', async ({
  context,
  page,
  customer,
  session,
  screens: { dashboard, signIn },
}) => {
  await session.openAs(customer);
  await expectDashboard(page, customer);
  // Make the page miss `storage` and `message` events, as if it were frozen.
  const sleeping = await context.newPage();
  await sleeping.addInitScript(() => {
    for (const target of [window, BroadcastChannel.prototype]) {
      const listen = target.addEventListener;
      target.addEventListener = function (this: EventTarget, type: string, ...rest: never[]) {
        if (type !== 'storage' && type !== 'message') Reflect.apply(listen, this, [type, ...rest]);
      };
    }
  });
  await sleeping.goto('/dashboard');
  await expectDashboard(sleeping, customer);
  await dashboard.signOut.click();
  await expect(signIn.heading).toBeVisible();
  const asleep = screensOf(sleeping);
  await expect(asleep.dashboard.welcome(customer.firstName)).toBeVisible();

  await stopClock(sleeping);
  await sleeping.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(asleep.signIn.heading).toBeVisible();
  await expect(sleeping.getByText(customer.firstName)).toHaveCount(0);
});

test('33: signing out in one tab also ends separate sessions in other tabs', async ({
  context,
  page,
  customer,
  screens: { dashboard, signIn },
}) => {
  await changeConfig(context, { storage: 'memory' });
  const other = await context.newPage();
  for (const tab of [page, other]) await signInAs(tab, customer);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Token|eyJ/);
  await stopClock(page);
  await dashboard.signOut.click();
  await expect(signIn.heading).toBeVisible();
  await expect(screensOf(other).signIn.heading).toBeVisible();
  await expect(other.getByText(customer.firstName)).toHaveCount(0);
  await context.clock.resume();
});
