import {
  brokenPasswordLimits,
  minPasswordLength,
  type PasswordLimit,
  type PasswordRule,
  unmetPasswordRules,
} from '#domain/password.ts';
import { checkPhone, type PhoneProblem } from '#domain/phone.ts';
import type {
  IdentityFailure,
  IdentityFailureName,
  Verification,
  WaitingReason,
} from '#machines/account/auth.types.ts';
import { accountTexts, failureAdvice } from './account.ts';
import { foreignPhoneText } from './common.ts';

const inSeconds = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`);

/** Texts of the other account screens. They are separate, so that the sign-in page doesn't load them. */
export const accountStepTexts = {
  fields: {
    ...accountTexts.fields,
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    phoneExample: '(555) 123-4567',
    newPassword: 'New password',
    confirmPassword: 'Confirm password',
    code: 'Verification code',
  },
  signUp: {
    title: 'Create your account',
    submit: 'Create Account',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    agreeBefore: 'By creating an account you agree to our',
    terms: 'terms of service',
    and: 'and',
    privacy: 'privacy policy',
    optional: 'Optional',
    phoneReason: 'Required to pay by card. Checkout fills it in.',
    emailMissing: accountTexts.signIn.emailMissing,
    emailMalformed: 'Please enter a valid email address',
    passwordMissing: accountTexts.signIn.passwordMissing,
  },
  passwordRequirements: {
    title: 'Password requirements',
    rules: {
      length: 'At least 8 characters',
      number: 'A number',
      lowercase: 'A lowercase letter',
      uppercase: 'An uppercase letter',
      symbol: 'A symbol',
    } satisfies Record<PasswordRule, string>,
    limits: {
      spaces: 'No space at the start or end',
      longest: 'At most 256 characters',
    } satisfies Record<PasswordLimit, string>,
    met: 'met',
    unmet: 'not met yet',
    allMet: 'All password requirements are met',
    missing: (rules: readonly string[]) => `Still needed: ${rules.join(', ')}`,
  },
  verifyEmail: {
    title: 'Verify your email',
    step: 'Step 1 of 2. Next: sign in.',
    lead: (email: string) => `We sent a 6-digit code to ${email}.`,
    unsentLead: (email: string) => `Enter the 6-digit code for ${email}.`,
    submit: 'Verify Email',
    back: 'Back to sign up',
    codeMissing: 'Please enter the verification code',
    waiting: {
      'answer-lost': {
        code: 'Your account is waiting for its code. Check your email, or resend the code.',
        link: 'Your account is waiting for its link to be opened. Check your email, or resend the link.',
      },
      'delivery-failed': {
        code: "Your account was created, but the code couldn't be delivered. Check the email address, or resend the code.",
        link: "Your account was created, but the link couldn't be delivered. Check the email address, or resend the link.",
      },
    } satisfies Record<WaitingReason, Record<Verification, string>>,
  },
  verifyByLink: {
    lead: (email: string) => `We sent a link to ${email}. Open it and you'll be signed in here.`,
    unsentLead: (email: string) => `Open the link for ${email}, and you'll be signed in here.`,
    waiting: 'Waiting for you to open the link…',
    toSignIn: 'Sign in',
  },
  resend: {
    code: {
      submit: 'Resend Code',
      question: "Didn't get a code? Check your spam folder or resend it.",
      unsentQuestion: "Didn't get a code? Send one to this email.",
      wait: (seconds: number) => `You can resend in ${inSeconds(seconds)}.`,
    },
    link: {
      submit: 'Resend Link',
      question: "Didn't get the email? Check your spam folder or resend it.",
      unsentQuestion: "Didn't get the email? Send a link to this email.",
      wait: (seconds: number) => `You can resend in ${inSeconds(seconds)}.`,
    },
  },
  /** Links for a visitor who already has an account. */
  recoveryLinks: { signIn: 'Sign in instead', verifyEmail: 'Verify your email' },
  forgotPassword: {
    title: 'Forgot your password?',
    lead: "Enter your email and we'll send you a reset code.",
    submit: 'Send Code',
    back: 'Back to sign in',
  },
  resetPassword: {
    title: 'Reset your password',
    lead: (email: string) => `Enter the code we sent to ${email}, and choose a new password.`,
    submit: 'Reset Password',
    back: 'Back to sign in',
    stillNoCode: 'Still no code? Your email may not be verified yet.',
    mismatch: 'Passwords do not match',
    tooShort: 'Password must be at least 8 characters',
  },
} as const;

const passwordRulesText =
  'Password must be at least 8 characters and include uppercase, lowercase, numbers, and symbols';
const tooManyText = 'Too many requests. Please try again later';

const limitTexts: Readonly<Record<PasswordLimit, string>> = {
  spaces: "Password can't start or end with a space",
  longest: 'Password must be 256 characters or fewer',
};

/** Returns a text about the user pool's limit that a new password breaks, or null. */
export const passwordLimitText = (password: string): string | null =>
  brokenPasswordLimits(password).map((limit) => limitTexts[limit])[0] ?? null;

/** Returns what is wrong with a non-empty new password, or null. */
export const newPasswordText = (password: string): string | null => {
  const limit = passwordLimitText(password);
  if (limit !== null) return limit;
  if (password.length < minPasswordLength) return accountStepTexts.resetPassword.tooShort;
  return unmetPasswordRules(password).length > 0 ? passwordRulesText : null;
};

const phoneTexts: Readonly<Record<PhoneProblem, string>> = {
  missing: 'Phone is required',
  malformed: 'Phone number must be 10 digits',
  foreign: foreignPhoneText,
};

export const phoneText = (phone: string): string | null => {
  const problem = checkPhone(phone);
  return problem && phoneTexts[problem];
};

type FailureTexts = Readonly<Partial<Record<IdentityFailureName, string>>>;

/** Returns the text for a failure, or the provider's message if one of its rules rejected the request. */
const textOf = ({ name, message }: IdentityFailure, texts: FailureTexts, fallback: string): string =>
  (name === 'rejected-by-rule' ? message : texts[name]) || fallback;

export const signUpFailureText = (failure: IdentityFailure): string => {
  const { name, message } = failure;
  if (name === 'parameter-invalid' && /phone/i.test(message))
    return 'Please enter a valid phone number (e.g., +1234567890)';
  if (name === 'parameter-invalid' && /email/i.test(message)) return accountStepTexts.signUp.emailMalformed;
  const texts: FailureTexts = {
    'password-invalid': passwordRulesText,
    'username-exists': 'An account with this email already exists',
    'parameter-invalid': message,
    'field-empty': message,
  };
  return textOf(failure, texts, 'Failed to create account');
};

export const verifyEmailFailureText = ({ message }: IdentityFailure): string =>
  message || 'Invalid verification code';

export const resendFailureText = (verification: Verification): string => `Failed to resend ${verification}`;

/** Returns a second line to show below `resendFailureText`, or null. */
export const resendFailureAdvice = (failure: IdentityFailure): string | null => {
  if (failure.name === 'rejected-by-rule') return failure.message || null;
  return failure.name === 'limit-exceeded' ? tooManyText : failureAdvice(failure);
};

const requestResetTexts: FailureTexts = {
  'user-not-found': 'No account found with this email address',
  'limit-exceeded': tooManyText,
};

export const requestResetFailureText = (failure: IdentityFailure): string =>
  textOf(failure, requestResetTexts, 'Failed to send reset code');

const requestResetAdvice: FailureTexts = {
  'parameter-invalid': "If you haven't verified your email yet, verify it first.",
  'password-temporary':
    'If you were given a temporary password, sign in with it. You can choose your own password then.',
};

/** Returns a second line to show below `requestResetFailureText`, or null. */
export const requestResetFailureAdvice = (failure: IdentityFailure): string | null =>
  requestResetAdvice[failure.name] ?? failureAdvice(failure);

const resetPasswordTexts: FailureTexts = {
  'code-mismatch': 'Invalid verification code',
  'code-expired': 'Verification code has expired. Please request a new one',
  'password-invalid': passwordRulesText,
};

export const resetPasswordFailureText = (failure: IdentityFailure): string =>
  textOf(failure, resetPasswordTexts, 'Failed to reset password');
