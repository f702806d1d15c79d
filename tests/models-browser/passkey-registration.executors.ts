import type { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';
import { addAuthenticator, givePasskey } from '#tests/browser/passkeys.ts';
import { newPerson } from '#tests/browser/people.ts';
import { openEmptyPage, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import { caseNamesOf, type EventCaseName } from '#tests/model-testing/test-model.ts';
import type { passkeyRegistrationModel } from '#tests/models/machines/passkey-registration.ts';
import { breakReply, continueRequest, refuse } from './auth.actions.ts';
import type { ScreenSut } from './sut.ts';

type CaseName = EventCaseName<typeof passkeyRegistrationModel>;
type Model = ScreenSut<typeof passkeyRegistrationMachine, CaseName>;

const present: CaseName = 'createPasskey answers: this device has one';

export const passkeyRegistrationStarts: Model['create'] = {
  async 'a passkey is being added'(driver, path) {
    const { page, pool, console, addresses, interceptor, pageErrors, screens } = driver;
    // The pool remembers no devices, and says so.
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
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
};

export const passkeyRegistrationExecutors: Model['events'] = {
  'the customer cancels': { execute: ({ screens: { security } }) => security.cancelPasskey.click() },
  'createPasskey answers: done': { execute: continueRequest('start of a passkey') },
  [present]: { execute: continueRequest('start of a passkey') },
  'createPasskey fails': { execute: breakReply('start of a passkey') },
  'savePasskey answers: done': { execute: continueRequest('new passkey') },
  'savePasskey answers: it took too long': {
    async execute(driver) {
      await driver.pool.shiftClock(200_000);
      await refuse('new passkey')(driver);
      await driver.pool.shiftClock(0);
    },
  },
  'savePasskey fails': { execute: breakReply('new passkey') },
};
