import { createUserWithFactors } from './factors.ts';
import { expect, test } from './fixtures.ts';

const interrupted = "Your sign-in wasn't finished. Please sign in again.";

test('leaving a sign-in challenge starts the sign-in over and keeps the requested page', async ({
  page,
  console,
  pool,
  visitor: person,
  screens: { signIn, challenge, dashboard },
}) => {
  // Use long timeouts so that sign-ins don't expire on a busy machine.
  await pool.set({ challengeSeconds: 3_600, signInCodeSeconds: 3_600 });
  await createUserWithFactors(console, person, ['EMAIL_OTP']);
  await page.goto('/dashboard?status=failed');
  await signIn.signIn(person);
  await challenge.headings.email.waitFor();
  await challenge.back.click();
  await expect(signIn.heading).toBeFocused();
  await expect(signIn.email).toHaveValue(person.email);
  await expect(page.getByText(interrupted, { exact: true })).toBeHidden();

  await signIn.signIn(person);
  await challenge.headings.email.waitFor();
  await page.goBack();
  await expect(signIn.heading).toBeVisible();
  await page.goForward();
  await expect(page.getByText(interrupted, { exact: true })).toBeVisible();

  await signIn.signIn(person);
  await challenge.headings.email.waitFor();
  await challenge.answer(await console.mail(person.email));
  await expect(page).toHaveURL('/dashboard?status=failed');
  await expect(dashboard.welcome(person.firstName)).toBeVisible();
});
