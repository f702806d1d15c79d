import { expect, test } from './fixtures.ts';
import { addAuthenticator, watchPrompt } from './passkeys.ts';
import { newPerson } from './people.ts';

test('a customer can add and remove passkeys', async ({
  page,
  console,
  pageErrors,
  pool,
  step,
  screens: { signIn, header, dashboard, security },
}) => {
  const turnOn = () => pool.set({ firstFactors: ['PASSWORD', 'WEB_AUTHN'] });
  // The pool responds with 400 to a wrong password, and to requests for devices, which it doesn't track.
  const allowRefusal = () => pageErrors.allowResponse('pool', '/', 400);
  const person = newPerson();
  await console.createUser(person);
  const items = security.passkeys.getByRole('listitem');

  await step('a passkey can be added by keyboard, but only one per device', async () => {
    await turnOn();
    allowRefusal();
    const device = await addAuthenticator(page);
    await page.goto('/login');
    await signIn.signIn(person);
    await expect(dashboard.welcome(person.firstName)).toBeVisible();
    await header.security.press('Enter');
    // Use another key, because a quick second press of the same key would count as a repeat.
    await security.addPasskey.press('Space');
    await expect(security.passkeys.getByRole('status')).toHaveText(/^Passkey added\./);
    await expect(security.addPasskey).toBeFocused();
    await expect(items).toHaveCount(1);
    await expect(items).toContainText('Already on this device');
    await security.addPasskey.press('Enter');
    await expect(security.passkeys.getByRole('alert')).toHaveText(/^This device already has a passkey/);
    await expect(items).toHaveCount(1);
    await device.remove();
  });

  await step('a security key’s passkey can be added and is removed after a confirmation', async () => {
    await turnOn();
    const key = await addAuthenticator(page, { transport: 'usb', hasResidentKey: false });
    await security.addPasskey.click();
    await expect(items).toHaveCount(2);
    await key.remove();
    const added = items.filter({ hasText: 'Security key' });
    await expect(added).not.toContainText('Already on this device');
    await added.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await expect(added).toContainText('Remove “Security key”?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(items).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(security.removePasskey, 'the focus stays where the passkey was').toBeFocused();
  });

  await step('removing the last passkey requires the password', async () => {
    await turnOn();
    allowRefusal();
    await page.reload();
    await security.removePasskey.click();
    await expect(security.passkeyPassword).toBeFocused();
    await page.keyboard.type('Wrong-horse1!');
    await page.keyboard.press('Enter');
    await expect(security.passkeyPassword).toHaveAccessibleDescription('That password is incorrect.');
    await expect(security.passkeyPassword).toBeFocused();
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(items).toHaveCount(0);
    await expect(security.passkeys.getByRole('status')).toHaveText(/^Passkey removed\./);
  });

  await step('leaving the page cancels the browser’s passkey prompt', async () => {
    await turnOn();
    allowRefusal();
    const { remove } = await addAuthenticator(page, { transport: 'usb', isTouched: false });
    const hasEnded = await watchPrompt(page, 'create');
    await security.addPasskey.click();
    expect(await hasEnded()).toBe(false);
    await header.dashboard.click();
    await expect.poll(hasEnded).toBe(true);
    await header.security.click();
    await remove();
  });

  await step('Security hides passkeys if the pool doesn’t support them', async () => {
    allowRefusal();
    await pool.set({ firstFactors: ['PASSWORD'] });
    await page.reload();
    await expect(security.turnOn).toBeVisible();
    await expect(security.passkeys).toBeHidden();
  });
});

test('a password sign-in offers to create a passkey until the customer declines', async ({
  page,
  console,
  poolCalls,
  step,
  screens: { signIn, dashboard, checkout, ledger },
}) => {
  const signInAs = async (person: ReturnType<typeof newPerson>) => {
    await page.goto('/login');
    await signIn.signIn(person);
    await expect(dashboard.welcome(person.firstName)).toBeVisible();
  };
  const create = page.getByRole('button', { name: 'Create a passkey', exact: true });
  const notNow = page.getByRole('button', { name: 'Not now', exact: true });
  const [person, other] = [newPerson(), newPerson()];
  for (const customer of [person, other]) await console.createUser(customer);

  await step('declining hides the passkey offer, even after the next sign-in', async () => {
    await signInAs(person);
    await notNow.press('Enter');
    await expect(create).toBeHidden();
    await dashboard.signOut.click();
    await expect(signIn.heading).toBeVisible();
    await signIn.signIn(person);
    await expect(dashboard.welcome(person.firstName)).toBeVisible();
    expect(poolCalls.count('ListWebAuthnCredentials'), 'declined, it asks no more').toBe(1);
    await dashboard.signOut.click();
    await expect(signIn.heading).toBeVisible();
  });

  await step('accepting the offer adds a passkey and hides the offer', async () => {
    await addAuthenticator(page);
    await signInAs(other);
    await create.press('Enter');
    await expect(page.getByText('Passkey added.')).toBeVisible();
    const heading = ledger.region.getByRole('heading', { name: 'Transaction Ledger', exact: true });
    await expect(heading, 'the focus stays near the pressed button').toBeFocused();
    await dashboard.buy('$5.00').click();
    await checkout.cancel.click();
    await expect(checkout.region).toBeHidden();
    await expect(create, 'a checkout doesn’t bring it back').toBeHidden();
  });
});
