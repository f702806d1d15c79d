import { createUserWithFactors } from './factors.ts';
import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';

const wrongCode = '000000';
const interrupted = "Your sign-in wasn't finished. Please sign in again.";
const over = 'Your sign-in took too long, or too many codes were wrong. Please sign in again.';

test('several people with second factors sign in on one device, one after another', async ({
  page,
  addresses,
  console,
  pageErrors,
  pool,
  step,
  screens: { signIn, challenge, dashboard, notices },
}) => {
  /** Sign-ins time out late, so a busy machine doesn't end them. */
  const personWithCode = async () => {
    await pool.set({ challengeSeconds: 3_600, signInCodeSeconds: 3_600 });
    const person = newPerson();
    await createUserWithFactors(addresses, person, ['EMAIL_OTP']);
    return person;
  };
  await step('the third wrong code ends the sign-in, which starts over with the email', async () => {
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    const person = await personWithCode();
    await page.goto('/dashboard?status=failed');
    await signIn.signIn(person);
    await challenge.headings.email.waitFor();
    await challenge.code.fill('1234-5678');
    await expect(challenge.code, 'a sign-in by email may send eight digits').toHaveValue('12345678');
    for (const code of [wrongCode, '111111', '222222']) {
      await challenge.answer(code);
      await expect(challenge.submit).not.toHaveAttribute('aria-busy', 'true');
      await expect(notices.error).toHaveText('Invalid verification code');
    }
    await challenge.answer(await console.mail(person.email));
    await expect(signIn.heading).toBeFocused();
    await expect(page.getByText(over, { exact: true })).toBeVisible();
    await expect(signIn.email).toHaveValue(person.email);

    await signIn.signIn(person);
    await challenge.headings.email.waitFor();
    await challenge.answer(await console.mail(person.email));
    await expect(page).toHaveURL('/dashboard?status=failed');
    await expect(dashboard.welcome(person.firstName)).toBeVisible();
  });

  await step('Back and the link return to the sign-in, which starts over', async () => {
    const person = await personWithCode();
    await dashboard.signOut.click();
    await signIn.signIn(person);
    await challenge.headings.email.waitFor();

    await test.step('the link back', async () => {
      await challenge.back.click();
      await expect(signIn.heading).toBeFocused();
      await expect(signIn.email).toHaveValue(person.email);
      await expect(page.getByText(interrupted, { exact: true })).toBeHidden();
    });

    await test.step('Back, and Forward again', async () => {
      await signIn.signIn(person);
      await challenge.headings.email.waitFor();
      await page.goBack();
      await expect(signIn.heading).toBeVisible();
      await page.goForward();
      await expect(page.getByText(interrupted, { exact: true })).toBeVisible();
    });
  });
});
