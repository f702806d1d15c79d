import { expect, test } from '#tests/browser/fixtures.ts';

test('a user’s second factors are set at the console’s page, which has the secret and the code', async ({
  page,
  addresses,
  customer,
  pageErrors,
}) => {
  await page.goto(addresses.console);
  const users = page.getByRole('region', { name: 'Users' });
  const row = users.getByRole('row').filter({ hasText: customer.email });
  await expect(row.getByRole('cell')).toHaveText([customer.email, 'Confirmed', 'None', '', '']);

  await users.getByLabel('Email', { exact: true }).first().fill(customer.email);
  await users.getByRole('checkbox', { name: 'Authenticator app' }).check();
  await users.getByRole('checkbox', { name: 'Email' }).check();
  await users.getByLabel('Preferred').selectOption('Authenticator app');
  await users.getByRole('button', { name: 'Set second factors' }).click();
  await expect(row.getByRole('cell')).toHaveText([
    customer.email,
    'Confirmed',
    'Authenticator app (preferred), Email',
    /^[A-Z2-7]{52}$/,
    /^\d{6}$/,
  ]);

  await users.getByRole('button', { name: 'Require a new password' }).click();
  await expect(row.getByRole('cell', { name: 'New password required' })).toBeVisible();

  pageErrors.allowResponse(`${addresses.console}/pool/users/mfa`, 400);
  await users.getByRole('checkbox', { name: 'Authenticator app' }).uncheck();
  await users.getByRole('button', { name: 'Set second factors' }).click();
  await expect(users.getByRole('alert')).toHaveText('The preferred factor is not one of the factors');
});
