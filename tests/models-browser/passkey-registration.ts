import { expect } from '@playwright/test';
import type { IdentityFailureName } from '#machines/account/auth.types.ts';
import { selectRegistrationFailure } from '#machines/account/passkey-registration.selectors.ts';
import { addAuthenticator, givePasskey } from '#tests/browser/passkeys.ts';
import { newPerson } from '#tests/browser/people.ts';
import { openEmptyPage, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import { caseNamesOf, type EventCaseName } from '#tests/model-testing/test-model.ts';
import { passkeyRegistrationModel } from '#tests/models/machines/passkey-registration.ts';
import { addFailureText, passkeyTexts } from '#texts/passkey-settings.ts';
import { passkeyRegistrationTexts } from '#texts/passkeys.ts';
import { breakReply, refuse } from './auth.actions.ts';
import { continueRequest, type Driver, type ScreenSut } from './driver.ts';

type CaseName = EventCaseName<typeof passkeyRegistrationModel>;

const messages: Readonly<Partial<Record<IdentityFailureName, string>>> = {
  'passkey-present': passkeyRegistrationTexts.present,
  'passkey-timed-out': passkeyRegistrationTexts.timedOut,
};

const expectEnd = async ({ screens: { security } }: Driver): Promise<void> => {
  await expect(security.addPasskey).not.toHaveAttribute('aria-busy');
  await expect(security.cancelPasskey).toBeHidden();
};

const present: CaseName = 'createPasskey answers: this device has a passkey';

export const passkeyRegistrationSut: ScreenSut<typeof passkeyRegistrationModel> = {
  model: passkeyRegistrationModel,
  create: {
    async 'a passkey is being added'(driver, path) {
      const { page, pool, console, addresses, interceptor, pageErrors, screens } = driver;
      // This pool doesn't remember devices, so it responds with 400 to requests about them.
      pageErrors.allowResponse('pool', '/', 400);
      const customer = newPerson();
      await console.createUser(customer);
      await pool.set({ firstFactors: ['PASSWORD', 'WEB_AUTHN'] });
      if (caseNamesOf(path).includes(present)) await givePasskey(page, addresses, customer);
      else await addAuthenticator(page);
      const session = await sessionOf(addresses.pool, customer);
      await interceptor('start of a passkey');
      await interceptor('new passkey');
      await openEmptyPage(page);
      await writeStorage(page, session);
      await page.goto('/security');
      await screens.security.addPasskey.click();
    },
  },
  events: {
    'the customer cancels': ({ screens: { security } }) => security.cancelPasskey.click(),
    'createPasskey answers: done': continueRequest('start of a passkey'),
    [present]: continueRequest('start of a passkey'),
    'createPasskey fails': breakReply('start of a passkey'),
    'savePasskey answers: done': continueRequest('new passkey'),
    'savePasskey answers: it took too long': async (driver) => {
      await driver.pool.shiftClock(200_000);
      await refuse('new passkey')(driver);
      await driver.pool.shiftClock(0);
    },
    'savePasskey fails': breakReply('new passkey'),
  },
  states: {
    async creating({ screens: { security } }) {
      await expect(security.addPasskey).toHaveAttribute('aria-busy', 'true');
      await expect(security.passkeys).toContainText(passkeyTexts.waiting);
      await expect(security.cancelPasskey).toBeVisible();
    },
    async saving({ screens: { security } }) {
      await expect(security.addPasskey).toHaveAttribute('aria-busy', 'true');
      await expect(security.cancelPasskey).toBeHidden();
    },
    async added(driver) {
      await expectEnd(driver);
      await expect(driver.screens.security.passkeys).toContainText(passkeyTexts.isAdded);
      await expect(driver.screens.security.passkeys.getByRole('listitem')).toHaveCount(1);
    },
    async refused(driver, snapshot) {
      await expectEnd(driver);
      const { name = 'unknown' } = selectRegistrationFailure(snapshot) ?? {};
      await expect(driver.screens.security.passkeys.getByRole('alert')).toHaveText(
        addFailureText({ name, message: messages[name] ?? '' }),
      );
    },
    async canceled(driver) {
      await expectEnd(driver);
      await expect(driver.screens.security.passkeys.getByRole('alert')).toBeHidden();
    },
  },
  emitted: {},
  exempt: {},
};
