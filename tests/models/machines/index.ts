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
