import type { AnyTestModel } from '#tests/model-testing/test-model.ts';
import { activityModel } from './activity.ts';
import { authModel } from './auth.ts';
import { challengeModel } from './challenge.ts';
import { checkoutModel } from './checkout.ts';
import { downloadModel } from './download.ts';
import { hostedModel } from './hosted.ts';
import { ledgerModel } from './ledger.ts';
import { passkeyModel } from './passkey.ts';
import { passkeyRegistrationModel } from './passkey-registration.ts';
import { paymentModel } from './payment.ts';
import { resetModel } from './reset.ts';
import { verificationModel } from './verification.ts';

export const models: readonly AnyTestModel[] = [
  authModel,
  challengeModel,
  passkeyModel,
  passkeyRegistrationModel,
  verificationModel,
  resetModel,
  hostedModel,
  checkoutModel,
  paymentModel,
  ledgerModel,
  activityModel,
  downloadModel,
];

/** Transitions that the screens can't take in the simulated DOM, with the reasons. */
export const domExemptions = {
  ledger: {
    'details.open: transaction.opened': 'The open dialog covers the rows; the machine takes it all the same.',
  },
  activity: { '(any): history.outdated': 'The purchase happens on another page.' },
  download: {},
} satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
