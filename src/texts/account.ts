import type { IdentityFailure } from '#machines/account/auth.types.ts';

/** Texts of the sign-in screen and texts that all account screens share. */
export const accountTexts = {
  checkFields: (labels: string) => `Fix these fields: ${labels}`,
  fields: { email: 'Email', password: 'Password' },
  signIn: {
    title: 'Sign in',
    submit: 'Sign In',
    hosted: 'Sign in with single sign-on',
    passkey: 'Sign in with a passkey',
    forgot: 'Forgot password?',
    newHere: 'New here?',
    createAccount: 'Create an account',
    emailMissing: 'Email is required',
    passwordMissing: 'Password is required',
    step: 'Step 2 of 2. Next: your dashboard.',
  },
} as const;

/** Returns a second line to show below any failure if the service is at fault; otherwise null. */
export const failureAdvice = ({ name }: IdentityFailure): string | null =>
  name === 'unavailable'
    ? 'The account service is unavailable right now. Please try again in a moment.'
    : null;

export const signInFailureText = ({
  name,
  message,
}: Pick<IdentityFailure, 'message'> & Partial<IdentityFailure>): string =>
  name === 'clock-wrong'
    ? "Your device's clock is off by more than five minutes. Correct it, then sign in again."
    : message || 'Failed to sign in';

export const banners = {
  emailVerified: 'Email verified! Please sign in to complete setup.',
  emailAlreadyVerified: 'Your email is verified. Please sign in.',
  passwordReset: 'Password reset successful! Please sign in with your new password.',
  signInInterrupted: "Your sign-in wasn't finished. Please sign in again.",
  linkUnconfirmed: 'Please confirm your account and use your credentials to sign in.',
} as const;
