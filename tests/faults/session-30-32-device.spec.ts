import { networkQuiet, watchNetwork } from '../browser/network-quiet.ts';
import {
  expect,
  expectDashboard,
  expired,
  readSessionEntries,
  test,
  writeSessionEntries,
} from './session-fixtures.ts';

const twoHours = 7_200_000;

test('a customer can sign in with a wrong clock or with corrupt storage', async ({
  page,
  customer,
  poolCalls,
  storeCalls,
  step,
  screens: { signIn, dashboard },
}) => {
  await step('30: a wrong clock causes at most one token refresh', async () => {
    watchNetwork(page);
    await signIn.open();
    await page.clock.setSystemTime(Date.now() - twoHours);
    await signIn.signIn(customer);
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    await dashboard.signOut.click();
    await expect(signIn.heading).toBeVisible();
    expect(storeCalls.count(401)).toBe(0);
    expect(poolCalls.count('refresh')).toBe(0);

    await page.clock.setSystemTime(Date.now());
    await signIn.signIn(customer);
    await expectDashboard(page, customer);
    for (const clockDrift of ['7200', 'NaN']) {
      await test.step(`a stored clock drift of ${clockDrift} causes one token refresh`, async () => {
        // Wait until the network is quiet, so that no late request also refreshes the expired tokens.
        await networkQuiet(page);
        const [refreshes, refusals] = [poolCalls.count('refresh'), storeCalls.count(401)];
        const { accessToken = '', idToken = '' } = await readSessionEntries(page);
        await writeSessionEntries(page, {
          accessToken: expired(accessToken),
          idToken: expired(idToken),
          clockDrift,
        });
        await page.reload();
        await expectDashboard(page, customer);
        expect(poolCalls.count('refresh') - refreshes).toBe(1);
        // The app ignores a clock drift that contradicts the token, so the store refuses no call.
        expect(storeCalls.count(401)).toBe(refusals);
        await expect(dashboard.signOut).toBeEnabled();
      });
    }
  });

  await step('32: corrupt storage leads to a clean sign-in page', async () => {
    await expectDashboard(page, customer);
    const { LastAuthUser = '', ...kept } = await readSessionEntries(page);
    const corruptions: readonly Readonly<Record<string, string>>[] = [
      { idToken: 'x'.repeat(100_000) },
      { accessToken: '\u0000\uffff' },
      { LastAuthUser: '__proto__' },
    ];
    for (const entries of corruptions) {
      const name = JSON.stringify(entries).slice(0, 40);
      await test.step(`${name} leads to the sign-in page`, async () => {
        await page.evaluate(
          ([user, values]) => {
            const prefix = 'CognitoIdentityServiceProvider.coffer-local-web';
            for (const [key, value] of Object.entries(values))
              localStorage.setItem(`${prefix}.${user}.${key}`, value);
            localStorage.setItem(`${prefix}.LastAuthUser`, user);
            localStorage.setItem(`${prefix}.LastAuthUser`, values['LastAuthUser'] ?? user);
          },
          [LastAuthUser, { ...kept, ...entries }] as const,
        );
        await page.goto('/dashboard');
        await expect(signIn.heading).toBeVisible();
        await expect(page.getByRole('alert')).toHaveCount(0);
      });
    }
    await signIn.signIn(customer);
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  });
});

test('31: with full storage, a session works until the page closes, and the app says so', async ({
  page,
  customer,
  visitor,
  console,
  screens: { signIn, signUp, verifyEmail, dashboard },
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await signUp.open();
  await signUp.register(visitor);
  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(signIn.heading).toBeVisible();
  await signIn.signIn(visitor);
  await expectDashboard(page, visitor);
  await expect(
    page.getByText('This browser is blocking site storage. You stay signed in only until this page'),
  ).toBeVisible();
  await dashboard.signOut.click();
  await expect(signIn.heading).toBeVisible();
  await signIn.signIn(customer);
  await expectDashboard(page, customer);
  await page.reload();
  await expect(signIn.heading).toBeVisible();
});
