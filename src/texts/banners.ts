/** The texts of the banners that a redirect carries along. */
export const banners = {
  emailVerified: 'Email verified! Please sign in to complete setup.',
  emailAlreadyVerified: 'Your email is verified. Please sign in.',
  passwordReset: 'Password reset successful! Please sign in with your new password.',
  signInInterrupted: "Your sign-in wasn't finished. Please sign in again.",
  linkUnconfirmed: 'Please confirm your account and use your credentials to sign in.',
} as const;
