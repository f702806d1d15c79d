import { expect, test } from './fixtures.ts';

test('a wrong configuration field is named, also to returning visitors', async ({
  page,
  screens: { signIn },
}) => {
  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), storage: 'cookie' } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This store is not configured correctly' })).toBeVisible();
  await expect(page.getByText('/config.json: storage: must be one of local, session, memory')).toBeVisible();
});
