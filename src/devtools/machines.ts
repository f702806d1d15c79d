import { activityMachine } from '#machines/activity.ts';
import { authMachine } from '#machines/auth.ts';
import { challengeMachine } from '#machines/challenge.ts';
import { checkoutMachine } from '#machines/checkout.ts';
import { downloadMachine } from '#machines/download.ts';
import { hostedMachine } from '#machines/hosted.ts';
import { ledgerMachine } from '#machines/ledger.ts';
import { passkeyMachine } from '#machines/passkey.ts';
import { passkeyRegistrationMachine } from '#machines/passkey-registration.ts';
import { paymentMachine } from '#machines/payment.ts';
import { resetMachine } from '#machines/reset.ts';
import { verificationMachine } from '#machines/verification.ts';

/** The product's machines by id, parents first, for the developer tools, the documents and the tests. */
export const machines = {
  auth: authMachine,
  challenge: challengeMachine,
  passkey: passkeyMachine,
  'passkey-registration': passkeyRegistrationMachine,
  verification: verificationMachine,
  reset: resetMachine,
  hosted: hostedMachine,
  checkout: checkoutMachine,
  payment: paymentMachine,
  ledger: ledgerMachine,
  activity: activityMachine,
  download: downloadMachine,
} as const;
