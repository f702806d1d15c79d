import { authModel } from '#tests/models/machines/auth.ts';
import { challengeModel } from '#tests/models/machines/challenge.ts';
import { checkoutModel } from '#tests/models/machines/checkout.ts';
import { hostedModel } from '#tests/models/machines/hosted.ts';
import { passkeyModel } from '#tests/models/machines/passkey.ts';
import { passkeyRegistrationModel } from '#tests/models/machines/passkey-registration.ts';
import { paymentModel } from '#tests/models/machines/payment.ts';
import { resetModel } from '#tests/models/machines/reset.ts';
import { verificationModel } from '#tests/models/machines/verification.ts';
import { domExemptions } from '#tests/models-dom/exemptions.ts';
import {
  authEmittedEventAssertions,
  authStateAssertions,
  resetSentEventAssertions,
  verificationSentEventAssertions,
} from './auth.assertions.ts';
import { authExecutors, authExemptions } from './auth.executors.ts';
import { isAuthFeasible } from './auth.feasibility.ts';
import { authStarts } from './auth.starts.ts';
import { challengeStateAssertions } from './challenge.assertions.ts';
import { challengeExecutors, challengeStarts, isChallengeFeasible } from './challenge.executors.ts';
import { checkoutEmittedEventAssertions, checkoutStateAssertions } from './checkout.assertions.ts';
import { checkoutExecutors, checkoutExemptions, checkoutStarts } from './checkout.executors.ts';
import { isCheckoutFeasible } from './checkout.feasibility.ts';
import { hostedStateAssertions } from './hosted.assertions.ts';
import { hostedExecutors, hostedExemptions, hostedStarts } from './hosted.executors.ts';
import { passkeyStateAssertions } from './passkey.assertions.ts';
import { passkeyExecutors, passkeyStarts } from './passkey.executors.ts';
import { passkeyRegistrationStateAssertions } from './passkey-registration.assertions.ts';
import { passkeyRegistrationExecutors, passkeyRegistrationStarts } from './passkey-registration.executors.ts';
import { paymentStateAssertions } from './payment.assertions.ts';
import { paymentExecutors, paymentExemptions, paymentStarts } from './payment.executors.ts';
import { isPaymentFeasible } from './payment.feasibility.ts';
import { assertTrueAccount } from './purchase.assertions.ts';
import { resetStateAssertions } from './reset.assertions.ts';
import { isResetFeasible, resetExecutors, resetStarts } from './reset.executors.ts';
import { type AnyScreenSut, createSut } from './sut.ts';
import { verificationStateAssertions } from './verification.assertions.ts';
import {
  isVerificationFeasible,
  verificationExecutors,
  verificationStarts,
} from './verification.executors.ts';

export const suts: readonly AnyScreenSut[] = [
  createSut({
    model: authModel,
    create: authStarts,
    events: authExecutors,
    states: authStateAssertions,
    emitted: authEmittedEventAssertions,
    exempt: authExemptions,
    isFeasible: isAuthFeasible,
  }),
  createSut({
    model: challengeModel,
    create: challengeStarts,
    events: challengeExecutors,
    states: challengeStateAssertions,
    emitted: {},
    exempt: {},
    isFeasible: isChallengeFeasible,
  }),
  createSut({
    model: passkeyModel,
    create: passkeyStarts,
    events: passkeyExecutors,
    states: passkeyStateAssertions,
    emitted: {},
    exempt: {},
  }),
  createSut({
    model: passkeyRegistrationModel,
    create: passkeyRegistrationStarts,
    events: passkeyRegistrationExecutors,
    states: passkeyRegistrationStateAssertions,
    emitted: {},
    exempt: {},
  }),
  createSut({
    model: verificationModel,
    create: verificationStarts,
    events: verificationExecutors,
    states: verificationStateAssertions,
    emitted: {},
    sent: verificationSentEventAssertions,
    exempt: {},
    isFeasible: isVerificationFeasible,
  }),
  createSut({
    model: resetModel,
    create: resetStarts,
    events: resetExecutors,
    states: resetStateAssertions,
    emitted: {},
    sent: resetSentEventAssertions,
    exempt: {},
    isFeasible: isResetFeasible,
  }),
  createSut({
    model: hostedModel,
    create: hostedStarts,
    events: hostedExecutors,
    states: hostedStateAssertions,
    emitted: {},
    exempt: hostedExemptions,
  }),
  createSut({
    model: checkoutModel,
    create: checkoutStarts,
    events: checkoutExecutors,
    states: checkoutStateAssertions,
    emitted: checkoutEmittedEventAssertions,
    assertAtEnd: assertTrueAccount,
    exempt: checkoutExemptions,
    isFeasible: isCheckoutFeasible,
  }),
  createSut({
    model: paymentModel,
    create: paymentStarts,
    events: paymentExecutors,
    states: paymentStateAssertions,
    emitted: {},
    assertAtEnd: assertTrueAccount,
    exempt: paymentExemptions,
    isFeasible: isPaymentFeasible,
  }),
];

/** The transitions that no walk takes, with the reason, by machine. */
export const exemptions: Readonly<Record<string, AnyScreenSut['exempt']>> = {
  ...Object.fromEntries(suts.map(({ model, exempt }) => [model.name, exempt])),
  ...domExemptions,
};
