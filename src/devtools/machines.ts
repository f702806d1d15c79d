import { authMachine } from '#machines/account/auth.ts';
import { challengeMachine } from '#machines/account/challenge.ts';
import { hostedMachine } from '#machines/account/hosted.ts';
import { passkeyMachine } from '#machines/account/passkey.ts';
import { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';
import { resetMachine } from '#machines/account/reset.ts';
import { verificationMachine } from '#machines/account/verification.ts';
import { activityMachine } from '#machines/lists/activity.ts';
import { downloadMachine } from '#machines/lists/download.ts';
import { ledgerMachine } from '#machines/lists/ledger.ts';
import { checkoutMachine } from '#machines/purchase/checkout.ts';
import { paymentMachine } from '#machines/purchase/payment.ts';

/** All machines by id, parents first, for the developer tools, docs and tests. */
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
