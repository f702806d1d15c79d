import { expect, test } from './fixtures.ts';
import { addAuthenticator, givePasskey } from './passkeys.ts';
import { newPerson } from './people.ts';
import { poolAnswer } from './pool.ts';

/** Excludes authenticators that store passkeys but can't verify users: browsers treat them differently. */
const authenticators = [
  { transport: 'internal', hasResidentKey: true, hasUserVerification: true },
  { transport: 'usb', hasResidentKey: false, hasUserVerification: true },
  { transport: 'usb', hasResidentKey: false, hasUserVerification: false },
] as const;

test('a passkey on each kind of authenticator can be added, used to sign in, and removed', async ({
  page,
  customer,
  pageErrors,
  pool,
  session,
  step,
  screens: { signIn, header, dashboard, security },
}) => {
  const items = security.passkeys.getByRole('listitem');
  const offerPasskeys = () => pool.set({ firstFactors: ['PASSWORD', 'WEB_AUTHN'] });
  await offerPasskeys();
  await session.openAs(customer);

  for (const authenticator of authenticators) {
    const { transport, hasResidentKey, hasUserVerification } = authenticator;
    const kind = [transport, hasResidentKey && 'resident', hasUserVerification && 'verified'];
    await step(`a passkey can sign in from: ${kind.filter(Boolean).join(', ')}`, async () => {
      await offerPasskeys();
      // Allow the 400 to the list of devices, which the pool doesn't track.
      pageErrors.allowResponse('pool', '/', 400);
      const { remove } = await addAuthenticator(page, authenticator);
      await header.security.click();
      await security.addPasskey.click();
      await expect(items).toHaveCount(1);
      await dashboard.signOut.click();
      await expect(signIn.heading).toBeVisible();

      await signIn.requestPasskey(customer);
      await expect(dashboard.welcome(customer.firstName)).toBeVisible();
      await header.security.click();
      await security.removePasskey.click();
      await security.passkeyPassword.fill(customer.password);
      await page.keyboard.press('Enter');
      await expect(items).toHaveCount(0);
      await remove();
    });
  }
});

test('a failed passkey sign-in says why, and the password still works', async ({
  page,
  addresses,
  console,
  pool,
  step,
  screens: { signIn, dashboard, notices },
}) => {
  const customer = async () => {
    await pool.set({ firstFactors: ['PASSWORD', 'WEB_AUTHN'] });
    const person = newPerson();
    await console.createUser(person);
    return person;
  };
  const signInInstead = async (person: Awaited<ReturnType<typeof customer>>) => {
    await expect(signIn.passkey).toBeEnabled();
    await signIn.signIn(person);
    await expect(dashboard.welcome(person.firstName)).toBeVisible();
    await dashboard.signOut.click();
    await expect(signIn.heading).toBeVisible();
  };

  await step('a device that doesn’t recognize the customer leads to an error', async () => {
    const person = await customer();
    await pool.set({ userVerification: 'required' });
    const remove = await givePasskey(page, addresses, person, { isVerified: false });
    await page.goto('/login');
    await signIn.requestPasskey(person);
    await expect(notices.error).toContainText('We got no passkey. You canceled,');
    await signInInstead(person);
    await remove();
  });

  await step('a device that waits too long leads to a timeout error', async () => {
    const person = await customer();
    const remove = await givePasskey(page, addresses, person, { isTouched: false });
    const options = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [], timeout: 500 };
    const parameters = { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) };
    const asked = { ChallengeName: 'WEB_AUTHN', Session: 's', ChallengeParameters: parameters };
    await console.addFault(poolAnswer('InitiateAuth', asked, person.email));
    await signIn.requestPasskey(person);
    await expect(notices.error).toContainText('The passkey request timed out. Try again,');
    await signInInstead(person);
    await remove();
  });
});
