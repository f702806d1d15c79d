import type { IdentityFailure, SecondFactor, SignInChallenge } from '#machines/account/auth.types.ts';
import { signInFailureText } from './account.ts';
import { accountStepTexts, resetPasswordFailureText } from './account-steps.ts';

const { fields } = accountStepTexts;

export const challengeTexts = {
  titles: {
    'authenticator-code': 'Enter the code from your app',
    'text-message-code': 'Check your phone',
    'email-code': 'Check your email',
    'factor-choice': "How do you want to confirm it's you?",
    'authenticator-setup': 'Set up an authenticator app',
    'new-password': 'Choose a new password',
  } satisfies Record<SignInChallenge['name'], string>,
  leads: {
    'authenticator-code': 'Enter the 6-digit code shown in your authenticator app.',
    'factor-choice': 'Password accepted. One more step keeps your account safe.',
    'authenticator-setup':
      'This account needs a code each time you sign in. Use an authenticator app on your phone to get one.',
    'new-password': 'You signed in with a temporary password.',
  },
  sent: {
    'text-message-code': (destination: string) => `We sent a 6-digit code to ${destination || 'your phone'}.`,
    'email-code': (destination: string) => `We sent a code to ${destination || 'your email'}.`,
  },
  /** Advice on a missing code. There is no resend button, because the pool sends one code per sign-in. */
  notSent: {
    'text-message-code': "Didn't get a code? Check your signal, or go back to sign in to get a new one.",
    'email-code': "Didn't get a code? Check your spam folder, or go back to sign in to get a new one.",
  },
  lost: 'Lost your authenticator app? Use your setup key in another app, or contact us.',
  factors: {
    'authenticator-code': 'Use an authenticator app',
    'text-message-code': 'Send a text message',
    'email-code': 'Send an email',
  } satisfies Record<SecondFactor, string>,
  /** Labels by the user pool's attribute name. For any other attribute, the form shows its name. */
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

/** Returns why the customer must sign in again: the provider's reason or, by default, an expired session. */
export const challengeEndText = ({ message }: IdentityFailure): string =>
  message === '' || /session/i.test(message)
    ? 'Your sign-in took too long, or too many codes were wrong. Please sign in again.'
    : message;

export const challengeFailureText =
  (challenge: SignInChallenge['name']) =>
  (failure: IdentityFailure): string => {
    const { name, message } = failure;
    const isApp = challenge === 'authenticator-code' || challenge === 'authenticator-setup';
    if (isApp && /already been used/i.test(message))
      return 'That code has already been used. Please wait for the next one in your app';
    if (name === 'password-invalid') return resetPasswordFailureText(failure);
    if (name === 'code-expired')
      return isApp
        ? 'That code has expired. Please enter the current one shown in your app'
        : 'Verification code has expired. Please sign in again to get a new one';
    const isWrongCode =
      name === 'code-mismatch' || (name === 'parameter-invalid' && challenge !== 'new-password');
    return isWrongCode ? 'Invalid verification code' : signInFailureText(failure);
  };
