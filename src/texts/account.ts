import type { IdentityFailure } from '#machines/auth.types.ts';

/** The texts of the sign-in screen, and those that all account screens share. */
export const accountTexts = {
  checkFields: (labels: readonly string[]) => `Please check: ${labels.join(', ')}`,
  fields: { email: 'Email', password: 'Password' },
  signIn: {
    title: 'Sign in',
    submit: 'Sign In',
    hosted: 'Sign in with single sign-on',
    forgot: 'Forgot password?',
    newHere: 'New here?',
    createAccount: 'Create an account',
    emailMissing: 'Email is required',
    passwordMissing: 'Password is required',
  },
} as const;

export const unavailableText = 'The account service is unavailable right now. Please try again in a moment.';

/** A step's own words, and after them that it is the service's fault when it is. */
export const orUnavailable = (failure: IdentityFailure, text: string): string =>
  failure.name === 'unavailable' ? `${text}. ${unavailableText}` : text;

/** Why a sign-in failed: the provider's words, when it has any. */
export const signInFailureText = (failure: IdentityFailure): string =>
  failure.message || orUnavailable(failure, 'Failed to sign in');
