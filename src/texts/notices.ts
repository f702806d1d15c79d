/** The texts of toasts, and of the banners that a redirect carries along. */
export const notices = {
  accountCreated: 'Account created! Please check your email for a verification code.',
  signedIn: 'Welcome back!',
  signedOut: 'Signed out successfully',
  signOutFailed: 'Failed to sign out',
  sessionEnded: 'Your session has ended. Please sign in again.',
  emailVerified: 'Email verified! Account is ready.',
  codeSent: 'Verification code sent to your email',
  codeUnsent: 'Failed to resend code',
  resetCodeSent: 'Password reset code sent to your email',
  passwordReset: 'Password reset successfully! You can now sign in with your new password.',
  paymentProcessed: 'Payment processed successfully!',
} as const;

export const banners = {
  emailVerified: 'Email verified! Please sign in to complete setup.',
  passwordReset: 'Password reset successful! Please sign in with your new password.',
} as const;
