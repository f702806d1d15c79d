import { expect, test } from './fixtures.ts';
import { givePasskey, watchPrompt } from './passkeys.ts';
import { newPerson } from './people.ts';
import { poolAnswer } from './pool.ts';

test('a passkey sign-in that can’t complete leaves another way to sign in', async ({
  page,
  addresses,
  console,
  pool,
  step,
  screens: { signIn, dashboard, notices },
}) => {
  const offerPasskeys = () => pool.set({ firstFactors: ['PASSWORD', 'WEB_AUTHN'] });
  const customer = async () => {
    const person = newPerson();
    await console.createUser(person);
    return person;
  };

  await step('the sign-in form asks for the email and says if the account has no passkey', async () => {
    await offerPasskeys();
    const person = await customer();
    await page.goto('/login');
    await signIn.passkey.click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeHidden();
    await signIn.requestPasskey(person);
    await expect(notices.error).toContainText('This account has no passkey yet, or');
  });

  await step('the sign-in page says if the browser rejects passkeys at this web address', async () => {
    await offerPasskeys();
    const options = { challenge: 'AAAA', rpId: 'example.com', allowCredentials: [] };
    const person = await customer();
    await console.addFault(
      poolAnswer(
        'InitiateAuth',
        {
          ChallengeName: 'WEB_AUTHN',
          Session: 'session',
          ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
        },
        person.email,
      ),
    );
    await page.goto('/login');
    await signIn.requestPasskey(person);
    await expect(notices.error).toContainText("Passkeys don't work at this web address.");
  });

  await step('opening another page or using the password cancels a passkey request', async () => {
    await offerPasskeys();
    const person = await customer();
    await givePasskey(page, addresses, person, { isTouched: false });
    await page.goto('/login');
    const hasEnded = await watchPrompt(page, 'get');
    await signIn.requestPasskey(person);
    expect(await hasEnded()).toBe(false);
    await signIn.createAccount.click();
    await expect.poll(hasEnded).toBe(true);
    await page.goBack();

    await signIn.requestPasskey(person);
    await expect(signIn.passkey).toBeEnabled();
    await signIn.signIn(person);
    await expect(dashboard.welcome(person.firstName)).toBeVisible();
  });
});
