import { expect, test } from '#tests/browser/fixtures.ts';

test('the console page sets a user’s second factors and shows the secret and code', async ({
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

  pageErrors.allowResponse('console', '/pool/users/mfa', 400);
  await users.getByRole('checkbox', { name: 'Authenticator app' }).uncheck();
  await users.getByRole('button', { name: 'Set second factors' }).click();
  await expect(users.getByRole('alert')).toHaveText('The preferred factor is not one of the factors');
});

test('the console page has an index that starts with faults, and mail fits a phone', async ({
  page,
  addresses,
  pool,
  visitor,
}) => {
  await pool.register(visitor);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(addresses.console);
  const index = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(index.first()).toHaveText('Faults');
  await index.getByText('Mailbox').click();
  const mailbox = page.getByRole('region', { name: 'Mailbox' });
  await expect(mailbox.getByRole('heading', { name: 'Mailbox' })).toBeFocused();
  await expect(mailbox.getByText(visitor.email)).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test('the console page edits settings, faults and delivery rules, and can expire a grant', async ({
  page,
  addresses,
  console,
  visitor,
}) => {
  await console.createUser(visitor, 1);
  await page.goto(addresses.console);
  const signIn = page.getByRole('form', { name: 'How all users sign in' });
  const relyingPartyId = signIn.getByLabel('Relying party id of passkeys');
  await expect(relyingPartyId).toHaveValue('localhost');
  await expect(signIn.getByLabel('Password (always)')).toBeChecked();
  await relyingPartyId.fill('example.com');
  await signIn.getByLabel('Passkey', { exact: true }).setChecked(false);
  await signIn.getByLabel('Emailed code').setChecked(true);
  await signIn.getByLabel('User verification with passkeys').selectOption('required');
  const changed = page.waitForResponse(`${addresses.console}/pool/settings`);
  await signIn.getByRole('button', { name: 'Change sign-in' }).click();
  expect(await (await changed).json()).toMatchObject({
    firstFactors: ['PASSWORD', 'EMAIL_OTP'],
    relyingPartyId: 'example.com',
    userVerification: 'required',
    mfa: 'OPTIONAL',
  });

  const settings = page.getByRole('form', { name: 'Merchant account settings' });
  await expect(settings.getByLabel('Event types to send')).toHaveValue('*');
  const saved = page.waitForResponse(`${addresses.console}/gateway/settings`);
  await settings.getByRole('button', { name: 'Change the account' }).click();
  expect((await saved).status()).toBe(200);

  const faults = page.getByRole('region', { name: 'Faults' });
  await faults.getByLabel('Match', { exact: true }).fill('GET /api/nothing');
  await faults.getByLabel('Query').fill('page=3');
  await faults.getByRole('button', { name: 'Add fault' }).click();
  const remove = faults.getByRole('button', { name: 'Remove reset-before on GET /api/nothing?page=3' });
  await remove.click();
  await expect(remove).toBeHidden();
  await expect(faults.getByRole('heading', { name: 'Faults' })).toBeFocused();

  const gateway = page.getByRole('region', { name: 'Card gateway' });
  const rule = page.getByRole('form', { name: 'Add a delivery rule' });
  await rule.getByLabel('Type').fill('nothing.*');
  await rule.getByRole('button', { name: 'Add rule' }).click();
  await expect(gateway.getByRole('cell', { name: 'nothing.*' })).toBeVisible();
  await gateway.getByRole('button', { name: 'Remove lost' }).click();
  await expect(gateway.getByRole('cell', { name: 'nothing.*' })).toBeHidden();

  const credits = page.getByRole('region', { name: 'Credits' });
  await expect(credits.getByText(/^coffer_key_[0-9a-f]{48}$/)).toBeVisible();

  const grant = credits.getByRole('row').filter({ hasText: visitor.email }).first();
  await expect(grant).toContainText('Never');
  await grant.getByRole('button', { name: /^Expire grant / }).click();
  await expect(grant).not.toContainText('Never');
  await expect(credits.getByRole('heading', { name: 'Credits' })).toBeFocused();
});
