import type { IdentityFailure, SecondFactor, SignInChallenge } from '#machines/auth.types.ts';
import { signInFailureText } from './account.ts';
import { accountStepTexts, resetPasswordFailureText } from './account-steps.ts';

const { fields } = accountStepTexts;

export const challengeTexts = {
  titles: {
    SOFTWARE_TOKEN_MFA: 'Enter the code from your app',
    SMS_MFA: 'Check your phone',
    EMAIL_OTP: 'Check your email',
    SELECT_MFA_TYPE: "How do you want to confirm it's you?",
    MFA_SETUP: 'Set up an authenticator app',
    NEW_PASSWORD_REQUIRED: 'Choose a new password',
  } satisfies Record<SignInChallenge['name'], string>,
  leads: {
    SOFTWARE_TOKEN_MFA: 'Enter the 6-digit code shown in your authenticator app.',
    SELECT_MFA_TYPE: 'Password accepted. One more step keeps your account safe.',
    MFA_SETUP:
      'This account needs a code each time you sign in. Use an authenticator app on your phone to get one.',
    NEW_PASSWORD_REQUIRED: 'You signed in with a temporary password.',
  },
  sent: {
    SMS_MFA: (destination: string) => `We sent a 6-digit code to ${destination || 'your phone'}.`,
    EMAIL_OTP: (destination: string) => `We sent a code to ${destination || 'your email'}.`,
  },
  /** The pool sends only one code per sign-in. */
  notSent: {
    SMS_MFA: "Didn't get a code? Check your signal, or go back to sign in to get a new one.",
    EMAIL_OTP: "Didn't get a code? Check your spam folder, or go back to sign in to get a new one.",
  },
  lost: 'Lost your authenticator app? Use your setup key in another app, or contact us.',
  factors: {
    SOFTWARE_TOKEN_MFA: 'Use an authenticator app',
    SMS_MFA: 'Send a text message',
    EMAIL_OTP: 'Send an email',
  } satisfies Record<SecondFactor, string>,
  /** Labels by the pool's attribute name. Other attributes show that name. */
  attributes: {
    given_name: fields.firstName,
    family_name: fields.lastName,
    phone_number: fields.phone,
    name: 'Full name',
    birthdate: 'Date of birth',
  },
  missing: (label: string) => `${label} is required`,
  submit: 'Continue',
  back: 'Back to sign in',
} as const;

/** Why the customer must sign in again: the session expired, unless the provider gives another reason. */
export const challengeEndText = ({ message }: IdentityFailure): string =>
  message === '' || /session/i.test(message)
    ? 'Your sign-in took too long, or too many codes were wrong. Please sign in again.'
    : message;

const invalidCodeText = 'Invalid verification code';

export const challengeFailureText =
  (challenge: SignInChallenge['name']) =>
  (failure: IdentityFailure): string => {
    const { name, message } = failure;
    const isApp = challenge === 'SOFTWARE_TOKEN_MFA' || challenge === 'MFA_SETUP';
    if (isApp && /already been used/i.test(message))
      return 'That code has already been used. Please wait for the next one in your app';
    switch (name) {
      case 'code-mismatch':
        return invalidCodeText;
      case 'parameter-invalid':
        return challenge === 'NEW_PASSWORD_REQUIRED' ? signInFailureText(failure) : invalidCodeText;
      case 'code-expired':
        return isApp
          ? 'That code has expired. Please enter the current one shown in your app'
          : 'Verification code has expired. Please sign in again to get a new one';
      case 'password-invalid':
        return resetPasswordFailureText(failure);
      default:
        return signInFailureText(failure);
    }
  };
