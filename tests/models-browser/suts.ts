import { domExemptions } from '#tests/models/machines/index.ts';
import { authSut } from './auth.ts';
import { challengeSut } from './challenge.ts';
import { checkoutSut } from './checkout.ts';
import type { AnyScreenSut } from './driver.ts';
import { hostedSut } from './hosted.ts';
import { passkeySut } from './passkey.ts';
import { passkeyRegistrationSut } from './passkey-registration.ts';
import { paymentSut } from './payment.ts';
import { resetSut } from './reset.ts';
import { verificationSut } from './verification.ts';

export const suts: readonly AnyScreenSut[] = [
  authSut,
  challengeSut,
  passkeySut,
  passkeyRegistrationSut,
  verificationSut,
  resetSut,
  hostedSut,
  checkoutSut,
  paymentSut,
];

/** Transitions that no path through the screens takes, by machine, with the reasons. */
export const exemptions: Readonly<Record<string, AnyScreenSut['exempt']>> = {
  ...Object.fromEntries(suts.map(({ model, exempt }) => [model.name, exempt])),
  ...domExemptions,
};
