import type { Page } from '@playwright/test';
import { type Screens, screensOf } from '#tests/browser/screens/index.ts';
import { expectAccessible } from './accessible.ts';
import { expect, type Gallery, test } from './gallery.ts';

interface Interaction {
  readonly entry: string;
  readonly perform: (screens: Screens, page: Page, show: Gallery['show']) => Promise<unknown>;
}

/** States outside the machines, such as a form's drafts and errors. No gallery entry starts in them. */
const interactions: Readonly<Record<string, Interaction>> = {
  'a sign-in form with errors in its fields': {
    entry: 'auth.guest.signed-out',
    async perform({ signIn, notices }) {
      await signIn.submit.click();
      await expect(notices.error).toBeVisible();
      await expect(signIn.email).toHaveAttribute('aria-invalid', 'true');
    },
  },
  'a refused sign-in with the password shown': {
    entry: 'auth.guest.signed-out:sign-in-refused',
    async perform({ signIn, notices }) {
      await expect(notices.error).toHaveText(/Incorrect username or password\.$/);
      await signIn.password.fill('Wrong-password-1');
      await signIn.show.click();
      await expect(signIn.password).toHaveAttribute('type', 'text');
    },
  },
  'a refused sign-up with some requirements met': {
    entry: 'auth.guest.signed-out:sign-up-refused',
    async perform({ signUp, notices }) {
      await signUp.password.fill('aB1');
      await expect(notices.error).toBeVisible();
      await expect(
        signUp.requirements
          .getByRole('listitem')
          .filter({ hasText: /, met$/ })
          .first(),
      ).toBeVisible();
      await expect(
        signUp.requirements
          .getByRole('listitem')
          .filter({ hasText: /, not met yet$/ })
          .first(),
      ).toBeVisible();
    },
  },
  'the dashboard after dismissing the news of a top-up': {
    entry: 'ledger.list.shown:top-up',
    async perform({ dashboard, ledger }, page, show) {
      await expect(ledger.region).toContainText('Automatic');
      const news = page.getByRole('status').filter({ hasText: 'automatic' });
      await expect(news).toContainText(
        'We charged your Visa ending in 1111 $10.00 automatically on Mar 14, 2026, and added 1,300 credits.',
      );
      await news.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await expect(news).toHaveCount(0);
      await expect(dashboard.packages.getByRole('heading', { name: 'Credit Packages' })).toBeFocused();
      const packages = await dashboard.packages.boundingBox();
      await show('ledger.list.shown:top-up-paused');
      expect((await dashboard.packages.boundingBox())?.y, 'news moves nothing').toBe(packages?.y);
      await expect(page.getByText(/^Automatic top-up is paused\./)).toHaveText(
        "Automatic top-up is paused. We won't charge your card. This card has expired. Use another card.",
      );
      await page.evaluate(() => localStorage.clear());
    },
  },
  'the dashboard after dismissing the news of a declined top-up': {
    entry: 'ledger.list.shown:top-up-declined',
    async perform(_screens, page, show) {
      const decline = page.getByRole('status').filter({ hasText: 'You have not been charged.' });
      await expect(decline).toContainText(
        "We'll try again on Mar 17, 2026 at 9:05 AM CT. You can also use another card.",
      );
      await expect(decline.getByRole('link', { name: 'Billing', exact: true })).toBeVisible();
      await decline.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await show('ledger.list.shown:top-up-declined');
      await expect(page.getByRole('status').filter({ hasText: 'We charged your Visa' })).toBeVisible();
      await page.evaluate(() => localStorage.clear());
    },
  },
  'a top-up threshold that the chosen package can’t exceed': {
    entry: 'top-up.on',
    async perform({ billing: { topUp } }) {
      await topUp.buy.selectOption({ index: 0 });
      const problem = 'This package adds 500 credits, so enter at most 499';
      await expect(topUp.region).toContainText(problem);
      await expect(topUp.threshold).toHaveAttribute('aria-invalid', 'true');
      await topUp.buy.selectOption({ index: 1 });
      await expect(topUp.region).not.toContainText(problem);
    },
  },
  'a verification form submitted without a code': {
    entry: 'verification.by-code.waiting',
    async perform({ verifyEmail }) {
      await verifyEmail.submit.click();
      await expect(verifyEmail.code).toHaveAttribute('aria-invalid', 'true');
    },
  },
  'a reset form with errors in its fields': {
    entry: 'reset.waiting',
    async perform({ resetPassword, notices }) {
      await resetPassword.reset('123456', 'short', 'other');
      await expect(notices.error).toHaveText(/New password, Confirm password$/);
    },
  },
  'an empty checkout form submitted with Enter': {
    entry: 'checkout.ready',
    async perform({ checkout }) {
      await checkout.field('City').press('Enter');
      await expect(checkout.field('City')).toHaveAttribute('aria-invalid', 'true');
      await expect(checkout.failure).toContainText('CVV is required');
    },
  },
  'the machines panel with a session copied as a test': {
    entry: 'page.machines',
    async perform(_, page) {
      for (const machine of ['checkout', 'ledger', 'auth']) {
        await page.getByRole('button', { name: machine, exact: true }).click();
        await expect(page.getByRole('region', { name: `Chart of ${machine}` })).toBeVisible();
      }
      const replay = page.getByRole('region', { name: 'Replay' });
      await replay.getByText('Show the test of auth').click();
      await expect(replay).toContainText("test('replays a path of auth'");
    },
  },
};

for (const [name, { entry, perform }] of Object.entries(interactions))
  test(`${name} stays accessible`, async ({ gallery: { page, show } }) => {
    await show(entry);
    await perform(screensOf(page), page, show);
    await expectAccessible(page);
  });
