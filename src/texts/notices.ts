export const notices = {
  accountCreated: {
    code: 'Account created! Please check your email for a verification code.',
    link: 'Account created! Please check your email for a verification link.',
  },
  signedIn: 'Welcome back!',
  signedOut: 'Signed out successfully',
  signOutFailed: 'Failed to sign out',
  hostedSignOutFailed: 'Signout timeout fail',
  sessionEnded: 'Your session has ended. Please sign in again.',
  sessionUnreachable: "The account service is unavailable right now. You're still signed in.",
  emailVerified: 'Email verified! Account is ready.',
  codeSent: {
    code: 'Verification code sent to your email',
    link: 'Verification link sent to your email',
  },
  codeUnsent: { code: 'Failed to resend code', link: 'Failed to resend link' },
  resetCodeSent: 'Password reset code sent to your email',
  passwordReset: 'Password reset successfully! You can now sign in with your new password.',
} as const;
