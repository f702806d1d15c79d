import type { AuthenticatorUse } from '#domain/security.ts';
import type { IdentityFailure, IdentityFailureName } from '#machines/account/auth.types.ts';
import { signInFailureText } from './account.ts';

export const securityTexts = {
  title: 'Two-factor authentication',
  loading: 'Loading your security settings…',
  authenticator: 'Authenticator app',
  uses: {
    off: "Off. Sign-in doesn't ask for a code from an app.",
    on: 'On. After your password, sign-in asks for a code from your app.',
    secondary: 'Set up, but not the default. Sign-in may ask for another kind of code.',
  } satisfies Record<AuthenticatorUse, string>,
  unsupported: "This store doesn't support authenticator apps.",
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  /** Accessible names of the buttons. */
  turnOnName: 'Turn on authenticator app',
  turnOffName: 'Turn off authenticator app',
  cancel: 'Cancel',
  setup: 'Set up your authenticator app',
  code: 'Authenticator code',
  codeHint: 'The 6-digit code shown in your app',
  confirmCode: 'Turn on',
  confirmOff:
    "Turn off the authenticator app? Sign-in won't ask for codes, so your account will be less secure.",
  password: 'Password',
  turnedOn: 'Your authenticator app is on. Sign-in will ask for a code from now on.',
  turnedOff: 'Your authenticator app is off. You can remove the account from it.',
} as const;

export const securityFailureText = ({ message }: IdentityFailure): string =>
  message || "We couldn't load your security settings.";

/** Returns the provider's message, except for a wrong code, for which that message doesn't help. */
export const turnOnFailureText = ({ name, message }: IdentityFailure): string => {
  if (name === 'code-mismatch')
    return "That code is incorrect. Enter the current code, and make sure your device's clock is correct.";
  return message || "We couldn't turn on the authenticator app. Please try again.";
};

const codeFailures: readonly IdentityFailureName[] = ['field-empty', 'code-mismatch', 'code-expired'];

export const isAboutCode = ({ name }: IdentityFailure): boolean => codeFailures.includes(name);

/** Returns whether the failure is about the password in the form. */
export const isAboutPassword = ({ name, message }: IdentityFailure): boolean =>
  name === 'field-empty' || (name === 'not-authorized' && /incorrect/i.test(message));

/** Returns the provider's message, except for a wrong password or a wrong clock. */
export const turnOffFailureText = (failure: IdentityFailure): string => {
  const { name, message } = failure;
  if (name === 'clock-wrong') return signInFailureText(failure);
  if (isAboutPassword(failure)) return name === 'field-empty' ? message : 'That password is incorrect.';
  return message || "We couldn't turn off the authenticator app. Sign-in still asks for codes.";
};
