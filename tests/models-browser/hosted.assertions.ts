import type { hostedMachine } from '#machines/account/hosted.ts';
import {
  expectDeparture,
  expectFailure,
  expectGuestPage,
  expectReturn,
  expectToast,
  expectWelcome,
} from './auth.assertions.ts';
import { testDataOf } from './auth.test-data.ts';
import type { Driver } from './driver.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof hostedMachine>;

/** A departure that fails at once is too short to see. */
const expectDepartureIfSeen = async (driver: Driver): Promise<void> => {
  if (!testDataOf(driver).failsAtOnce) await expectDeparture(driver);
};

/** An ended visit shows in the state in which the account continues. */
export const hostedStateAssertions: Model['states'] = {
  'opening-sign-in': expectDepartureIfSeen,
  'opening-sign-out': expectDepartureIfSeen,
  'completing-sign-in': expectReturn,
  answered: (driver, { output }) =>
    output?.outcome === 'refused'
      ? expectFailure(driver, { step: 'hosted-sign-in', ...output.failure })
      : expectWelcome(driver),
  returned: expectGuestPage,
  failed: async (driver, { output }) => {
    if (output?.outcome === 'sign-out-failed') await expectToast(driver, 'Signout timeout fail');
    if (output?.outcome === 'refused')
      await expectFailure(driver, { step: 'hosted-sign-in', ...output.failure });
    await expectGuestPage(driver);
  },
};
