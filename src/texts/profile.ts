import type { DeletionResult } from '#domain/profile.ts';
import type { IdentityFailure } from '#machines/account/auth.types.ts';
import { accountStepTexts, resetPasswordFailureText, signUpFailureText } from './account-steps.ts';
import { countOf } from './common.ts';

const { firstName, lastName, phone, newPassword, confirmPassword } = accountStepTexts.fields;

export const profileTexts = {
  fields: { firstName, lastName, phone },
  email: 'Email',
  changeEmail: 'To change your email, contact us.',
  save: 'Save',
  saved: 'Your changes were saved.',
  offline: "You're offline. What you typed stays here until you're back online.",
  offlineDialog: "You're offline. You can continue once you're back online.",
} as const;

export const changePasswordTexts = {
  title: 'Password',
  fields: { currentPassword: 'Current password', newPassword, confirmPassword },
  submit: 'Change Password',
  done: 'Your password was changed. Your other devices stay signed in. If someone else may know the old password, press “Sign Out Everywhere” below.',
} as const;

export const sessionsTexts = {
  title: 'Sessions',
  about: 'Sign out of this store on every device and in every browser, including this one.',
  devices: 'See your devices in Security',
  everywhere: 'Sign Out Everywhere',
  confirmTitle: 'Sign out everywhere?',
  confirm: 'You will have to sign in again on each device.',
  cancel: 'Stay signed in',
  done: "You're signed out on all your devices.",
} as const;

export const deletionTexts = {
  title: 'Delete account',
  about: 'Deleting your account is permanent.',
  submit: 'Delete Account',
  confirmTitle: 'Delete your account?',
  deletes: 'We delete your sign-in, name, email, phone and saved cards, and turn automatic top-up off.',
  keeps:
    'The law requires us to keep the records of your purchases, your credits and what you agreed to. We keep them under a number instead of your name.',
  loading: 'Loading your balance…',
  failed: "We couldn't load your balance. It decides what you give up.",
  credits: (credits: string) => `You still have ${countOf(credits, 'credit')}.`,
  refund:
    'You can get a refund for the credits that the terms still cover. To get one, contact us before you delete your account.',
  terms: 'Read the refund terms',
  giveUp: (credits: string) => `I give up my ${countOf(credits, 'credit')}`,
  giveUpMissing: 'To delete your account, check the box above.',
  keep: 'Keep my account',
  signInAgain: 'Sign in again',
  toPurchase: 'Go to your dashboard',
  done: "Your account is being deleted. You can't sign in to it anymore.",
} as const;

/** Returns the text for a failure that every form has, or null. */
const sharedFailureText = ({ name }: IdentityFailure): string | null => {
  const isTooOften = name === 'limit-exceeded' || name === 'throttled';
  return isTooOften ? 'Too many tries. Please wait 15 minutes, then try again.' : null;
};

export const profileFailureText = (failure: IdentityFailure): string => {
  const { name, message } = failure;
  if (name === 'not-authorized')
    return "This store doesn't let customers change these details. To change them, contact us.";
  if (name === 'unavailable')
    return "We couldn't save your changes. Please check your connection and try again.";
  if (isAboutPhone(failure)) return signUpFailureText(failure);
  return sharedFailureText(failure) ?? (message || "We couldn't save your changes. Please try again.");
};

export const isAboutPhone = ({ name, message }: IdentityFailure): boolean =>
  name === 'parameter-invalid' && /phone/i.test(message);

const isWrongPassword = ({ name, message }: IdentityFailure): boolean =>
  name === 'not-authorized' && /incorrect/i.test(message);

/** Returns the field that a failed change is about, or null. */
export const passwordFieldOf = (failure: IdentityFailure) => {
  if (failure.name === 'password-invalid' || failure.name === 'password-used') return 'newPassword';
  return isWrongPassword(failure) ? 'currentPassword' : null;
};

export const changePasswordFailureText = (failure: IdentityFailure): string => {
  const { name, message } = failure;
  if (isWrongPassword(failure))
    return 'That password is incorrect. If you forgot it, sign out and press “Forgot password?”.';
  if (name === 'password-used') return 'You used this password before. Please choose another one.';
  // The pool's rules can be stricter than the checklist, and then its message names the rule.
  if (name === 'password-invalid')
    return message ? `${message}. Please choose another password.` : resetPasswordFailureText(failure);
  if (name === 'not-authorized' && /attempts/i.test(message))
    return sharedFailureText({ name: 'throttled', message }) ?? message;
  if (name === 'not-authorized')
    return "This sign-in can't change the password. Sign out, sign in with your email and password, and try again.";
  if (name === 'unavailable')
    return "We can't tell whether your password was changed. Please try again. If your current password is then incorrect, the new one works already.";
  return sharedFailureText(failure) ?? (message || "We couldn't change your password. Please try again.");
};

export const signOutFailureText = (failure: IdentityFailure): string =>
  sharedFailureText(failure) ??
  "We couldn't sign you out everywhere. Your devices may still be signed in. Please try again.";

type DeletionFailure = Extract<DeletionResult, { readonly outcome: 'refused' }>;

export const deletionFailureText = ({ name, message }: DeletionFailure): string => {
  const texts = {
    'sign-in-required': 'To protect your account, sign in again. Then come back here and delete it.',
    'open-purchase':
      'You have a purchase that is still open. Wait a few minutes until it is complete, then try again.',
    unsent: 'Your account was not deleted. Please try again.',
    unknown:
      "We can't tell yet whether your account is being deleted. Please try again. Repeating it is safe.",
    refused: '',
  } as const;
  if (texts[name] !== '') return texts[name];
  return /^(Request failed|$)/.test(message)
    ? 'Your account was not deleted. Please try again, or contact us.'
    : message;
};
