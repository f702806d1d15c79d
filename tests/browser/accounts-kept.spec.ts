import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';
import { newPerson } from './people.ts';

test('form values survive navigation between account forms and documents', async ({
  page,
  console,
  step,
  screens: { signIn, signUp, verifyEmail, forgotPassword, dashboard },
}) => {
  await step('a typed email carries over from page to page', async () => {
    const { email } = newPerson();
    await page.goto('/privacy');
    await page.getByRole('link', { name: 'Back to the store', exact: true }).click();
    await signIn.email.fill(` ${email} `);
    await signIn.forgotPassword.click();
    await page.reload();
    await expect(forgotPassword.email).toHaveValue(email);
    await expect(forgotPassword.sendCode).toBeEnabled();
    await forgotPassword.backToSignIn.click();
    await expect(signIn.email).toHaveValue(email);
    await signIn.createAccount.click();
    await expect(signUp.email).toHaveValue(email);
    await expect(page).toHaveURL('/signup');
  });

  await step('leaving the terms or the privacy policy restores the filled-in sign-up form', async () => {
    const person = { ...newPerson(), firstName: 'Grace', lastName: 'Hopper' };
    const heading = page.getByRole('heading', { level: 1 });
    const expectFilled = async (password: string) => {
      await expect(signUp.heading).toBeFocused();
      await expect(signUp.firstName).toHaveValue(person.firstName);
      await expect(signUp.lastName).toHaveValue(person.lastName);
      await expect(signUp.email).toHaveValue(person.email);
      await expect(signUp.phone).toHaveValue('(555) 123-4567');
      await expect(signUp.password).toHaveValue(password);
    };
    await visit(page, '/signup?redirect=%2Fdashboard%3Fstatus%3Dfailed');
    await signUp.fill(person);

    await signUp.terms.click();
    await expect(page).toHaveURL('/terms');
    await expect(heading).toHaveText('Terms of service');
    await expect(heading).toBeFocused();
    await page.goBack();
    await expectFilled(person.password);
    await expect(signUp.requirement('A symbol', 'met')).toBeVisible();

    await signUp.privacy.click();
    await expect(page).toHaveURL('/privacy');
    await expect(heading).toHaveText('Privacy policy');
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle('Privacy policy · Coffer');
    await page.getByRole('link', { name: 'Back to sign up', exact: true }).click();
    await expect(page).toHaveURL('/signup?redirect=%2Fdashboard%3Fstatus%3Dfailed');
    await expectFilled(person.password);

    // Leave the form: other pages drop the password, and the app must never store it.
    await signUp.signIn.click();
    await expect(signIn.email).toHaveValue(person.email);
    await signIn.createAccount.click();
    await expectFilled('');
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(person.password);
    expect(kept).not.toContain(person.email);
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(person.password);
  });

  await step('going from the terms to another page clears the password', async () => {
    const person = newPerson();
    await signUp.signIn.click();
    await signIn.createAccount.click();
    await signUp.fill(person);
    await signUp.terms.click();
    await expect(page).toHaveURL('/terms');
    await page.evaluate(() => history.go(-2));
    await expect(signIn.heading).toBeVisible();
    await signIn.createAccount.click();
    await expect(signUp.email).toHaveValue(person.email);
    await expect(signUp.password).toHaveValue('');
  });

  await step('sign-up, verification and sign-in lead to the page that the guest requested', async () => {
    const person = newPerson();
    await page.goto('/dashboard?status=refunded');
    await signIn.forgotPassword.click();
    await expect(forgotPassword.heading).toBeVisible();
    await forgotPassword.backToSignIn.click();
    await signIn.createAccount.click();
    await signUp.register(person);
    await expect(verifyEmail.heading).toBeVisible();
    await verifyEmail.verify(await console.mail(person.email));
    await expect(signIn.email).toHaveValue(person.email);
    await expect(page).toHaveURL(/\?redirect=%2Fdashboard%3Fstatus%3Drefunded$/);
    await signIn.password.fill(person.password);
    await signIn.submit.click();
    await expect(page).toHaveURL('/dashboard?status=refunded');
    await expect(dashboard.welcome(person.firstName)).toBeVisible();
  });
});
