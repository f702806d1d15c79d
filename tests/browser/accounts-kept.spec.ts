import { expect, test } from './fixtures.ts';

test('the terms and the privacy policy lead back to the sign-up as it was filled in', async ({
  page,
  visitor,
  screens: { signIn, signUp },
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const expectFilled = async (password: string) => {
    await expect(signUp.heading).toBeFocused();
    await expect(signUp.firstName).toHaveValue(visitor.firstName);
    await expect(signUp.lastName).toHaveValue(visitor.lastName);
    await expect(signUp.email).toHaveValue(visitor.email);
    await expect(signUp.phone).toHaveValue('(555) 123-4567');
    await expect(signUp.password).toHaveValue(password);
  };
  await page.goto('/signup?redirect=%2Fdashboard%3Fstatus%3Dfailed');
  await signUp.fill(visitor);

  await signUp.terms.click();
  await expect(page).toHaveURL('/terms');
  await expect(heading).toHaveText('Terms of service');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Terms of service · Coffer');
  await page.goBack();
  await expectFilled(visitor.password);
  await expect(signUp.requirement('A symbol', 'met')).toBeVisible();

  await signUp.privacy.click();
  await expect(page).toHaveURL('/privacy');
  await expect(heading).toHaveText('Privacy policy');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Privacy policy · Coffer');
  await page.getByRole('link', { name: 'Back to sign up', exact: true }).click();
  await expect(page).toHaveURL('/signup?redirect=%2Fdashboard%3Fstatus%3Dfailed');
  await expectFilled(visitor.password);

  // Elsewhere the password is not waited with, and nothing is kept beyond the memory of the page.
  await signUp.signIn.click();
  await expect(signIn.email).toHaveValue(visitor.email);
  await signIn.createAccount.click();
  await expectFilled('');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(visitor.password);
  expect(kept).not.toContain(visitor.email);
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(visitor.password);
});

test('a password is forgotten when somebody goes on from the terms to another page', async ({
  page,
  visitor,
  screens: { signIn, signUp },
}) => {
  await page.goto('/login');
  await signIn.createAccount.click();
  await signUp.fill(visitor);
  await signUp.terms.click();
  await expect(page).toHaveURL('/terms');
  await page.evaluate(() => history.go(-2));
  await expect(signIn.heading).toBeVisible();
  await signIn.createAccount.click();
  await expect(signUp.email).toHaveValue(visitor.email);
  await expect(signUp.password).toHaveValue('');
});

test('the documents lead everybody else back to the store', async ({ page, screens: { signIn } }) => {
  await page.goto('/privacy');
  await page.getByRole('link', { name: 'Back to the store', exact: true }).click();
  await expect(signIn.heading).toBeVisible();
});

test('the email that was typed goes along from one page to the next', async ({
  page,
  visitor,
  screens: { signIn, signUp, forgotPassword },
}) => {
  await signIn.open();
  await signIn.email.fill(` ${visitor.email} `);
  await signIn.forgotPassword.click();
  await expect(forgotPassword.email).toHaveValue(visitor.email);
  await expect(forgotPassword.sendCode).toBeEnabled();
  await page.reload();
  await expect(forgotPassword.email).toHaveValue(visitor.email);
  await forgotPassword.backToSignIn.click();
  await expect(signIn.email).toHaveValue(visitor.email);
  await signIn.createAccount.click();
  await expect(signUp.email).toHaveValue(visitor.email);
  await expect(page).toHaveURL('/signup');
});

test('the page that a guest wanted is remembered over sign-up, verification and sign-in', async ({
  page,
  visitor,
  console,
  screens: { signIn, signUp, verifyEmail, forgotPassword, dashboard },
}) => {
  const remembered = /\?redirect=%2Fdashboard%3Fstatus%3Drefunded$/;
  await page.goto('/dashboard?status=refunded');
  await expect(page).toHaveURL(remembered);
  await signIn.forgotPassword.click();
  await expect(forgotPassword.heading).toBeVisible();
  await expect(page).toHaveURL(remembered);
  await forgotPassword.backToSignIn.click();
  await signIn.createAccount.click();
  await expect(page).toHaveURL(remembered);
  await signUp.register(visitor);
  await expect(verifyEmail.heading).toBeVisible();
  await expect(page).toHaveURL(remembered);
  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(signIn.email).toHaveValue(visitor.email);
  await expect(page).toHaveURL(remembered);
  await signIn.password.fill(visitor.password);
  await signIn.submit.click();
  await expect(page).toHaveURL('/dashboard?status=refunded');
  await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
});

test('a finished reset does not come back with Back, and its good news goes with the next submit', async ({
  page,
  addresses,
  customer,
  pageErrors,
  console,
  screens: { signIn, forgotPassword, resetPassword, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  const news = notices.success('Password reset successful! Please sign in with your new password.');
  await forgotPassword.open();
  await forgotPassword.request(customer.email);
  await expect(resetPassword.heading).toBeVisible();
  await resetPassword.reset(await console.mail(customer.email), 'Difference-1822?');
  await expect(news).toBeVisible();
  await signIn.password.fill('Wrong-password-1');
  await signIn.submit.click();
  await expect(notices.error).toHaveText('Incorrect username or password.');
  await expect(news).toBeHidden();
  await page.goBack();
  await expect(forgotPassword.heading).toBeVisible();
});
