import type { Route } from '@playwright/test';
import { expect, test } from '#tests/browser/fixtures.ts';

test('the header greets customers by the name in the token until the profile loads', async ({
  page,
  customer,
  session,
  screens: { dashboard },
}) => {
  const asked: Route[] = [];
  await page.route('**/api/auth/profile', (route) => void asked.push(route));
  const answer = async (firstName: string | null) => {
    await expect.poll(() => asked.length).toBe(1);
    await asked.pop()?.fulfill({ json: { id: 'c1', firstName, email: 'grace@example.com' } });
  };

  await session.openAs(customer);
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  await answer('Grace');
  await expect(dashboard.welcome('Grace')).toBeVisible();

  await page.reload();
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  await answer(null);
  await expect(dashboard.welcome('grace@example.com')).toBeVisible();
});
