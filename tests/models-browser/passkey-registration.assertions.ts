import { expect } from '@playwright/test';
import type { IdentityFailureName } from '#machines/account/auth.types.ts';
import { selectRegistrationFailure } from '#machines/account/passkey-registration.selectors.ts';
import type { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';
import { addFailureText, passkeyTexts } from '#texts/passkey-settings.ts';
import { passkeyRegistrationTexts } from '#texts/passkeys.ts';
import type { Driver } from './driver.ts';
import type { ScreenSut } from './sut.ts';

const messages: Readonly<Partial<Record<IdentityFailureName, string>>> = {
  'passkey-present': passkeyRegistrationTexts.present,
  'passkey-timed-out': passkeyRegistrationTexts.timedOut,
};

const expectEnd = async ({ screens: { security } }: Driver): Promise<void> => {
  await expect(security.addPasskey).not.toHaveAttribute('aria-busy');
  await expect(security.cancelPasskey).toBeHidden();
};

export const passkeyRegistrationStateAssertions: ScreenSut<typeof passkeyRegistrationMachine>['states'] = {
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
};
