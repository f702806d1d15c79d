import { expect, test } from '#tests/browser/fixtures.ts';

test('signing in before verification sends one new code, then leads to the requested page', async ({
  page,
  visitor,
  pageErrors,
  pool,
  poolCalls,
  console,
  screens: { signIn, verifyEmail, dashboard, notices },
}) => {
  pageErrors.allowResponse('pool', '/', 400);
  await pool.register(visitor);
  const lead = page.getByText(`We sent a 6-digit code to ${visitor.email}.`, { exact: true });
  const providerWords = notices.success('User is not confirmed.');
  await page.goto('/dashboard?status=failed');
  await signIn.signIn(visitor);
  await expect(notices.toast('Verification code sent to your email')).toBeVisible();
  await expect(providerWords).toBeVisible();
  await expect(lead).toBeVisible();
  await expect(page.getByText('Step 1 of 2. Next: sign in.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(lead).toBeVisible();
  expect(poolCalls.count('ResendConfirmationCode')).toBe(1);

  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(notices.success('Email verified! Please sign in to complete setup.')).toBeVisible();
  await expect(page.getByText('Step 2 of 2. Next: your dashboard.', { exact: true })).toBeVisible();
  await expect(signIn.email).toHaveValue(visitor.email);
  await signIn.password.fill(visitor.password);
  await signIn.submit.click();
  await expect(page).toHaveURL('/dashboard?status=failed');
  await expect(dashboard.welcome(visitor.email)).toBeVisible();
});
