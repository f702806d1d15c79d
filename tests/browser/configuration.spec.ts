import { changeConfig } from './config.ts';
import { expect, test } from './fixtures.ts';

test('a wrong configuration field is named, also to returning visitors', async ({
  page,
  screens: { signIn },
}) => {
  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  await changeConfig(page, { storage: 'cookie' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This store is not configured correctly' })).toBeVisible();
  await expect(page.getByText('/config.json: storage: must be one of local, session, memory')).toBeVisible();
});
