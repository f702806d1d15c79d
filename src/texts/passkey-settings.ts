import type { IdentityFailure } from '#machines/account/auth.types.ts';
import { signInFailureText } from './account.ts';
import { isAboutPassword } from './security.ts';

export const passkeyTexts = {
  title: 'Passkeys',
  loading: 'Loading your passkeys…',
  lead: 'Sign in with your fingerprint, face or screen lock, or with a security key, instead of your password.',
  list: 'Your passkeys',
  unnamed: 'Passkey',
  securityKey: 'Security key',
  added: (date: string) => `Added ${date}`,
  here: 'Already on this device',
  add: 'Add a passkey',
  cancel: 'Cancel',
  waiting: 'Follow the steps on your device to create the passkey.',
  isAdded: 'Passkey added. You can sign in with it from now on.',
  isAddedWithCode: "Passkey added. You can't sign in with it while your account also asks for a code.",
  full: 'You have 20 passkeys, which is the limit. To add another, remove one.',
  offer: 'Next time, sign in with your fingerprint, face or screen lock instead of your password.',
  create: 'Create a passkey',
  notNow: 'Not now',
  remove: 'Remove',
  confirm: (name: string) => `Remove “${name}”? You won't be able to sign in with it.`,
  confirmLast: (name: string) =>
    `Remove “${name}”, your last passkey? You'll sign in with your password, so enter it first.`,
  removed: "Passkey removed. You can also delete it in your device's settings.",
} as const;

const unreachable = "We couldn't reach the account service. Check your connection, then try again.";

const failureText = ({ name, message }: IdentityFailure, otherwise: string): string =>
  message || (name === 'unavailable' ? unreachable : otherwise);

export const passkeysFailureText = (failure: IdentityFailure): string =>
  failureText(failure, "We couldn't load your passkeys.");

export const addFailureText = (failure: IdentityFailure): string =>
  failureText(failure, "We couldn't add the passkey. Please try again.");

/** Returns the provider's message, except for a wrong password or a wrong clock. */
export const removeFailureText = (failure: IdentityFailure): string => {
  if (failure.name === 'clock-wrong') return signInFailureText(failure);
  if (isAboutPassword(failure) && failure.name !== 'field-empty') return 'That password is incorrect.';
  return failureText(failure, "We couldn't remove the passkey. Please try again.");
};
