/** Why a sign-in with a passkey did not work, and what to do next. */
export const passkeySignInTexts = {
  canceled:
    'No passkey was used. It was canceled, or this device has none for this account. Try again, or sign in with your password.',
  timedOut: 'Your device waited too long for the passkey. Try again, or sign in with your password.',
  missing: 'This account has no passkey yet. Sign in with your password, then add a passkey under Security.',
  misplaced: 'Passkeys don’t work at this address. Sign in with your password.',
  refused: 'This passkey doesn’t work for this account anymore. Sign in with your password.',
  expired: 'This sign-in took too long. Press “Sign in with a passkey” again, or use your password.',
  off: 'Passkeys aren’t available right now. Sign in with your password.',
} as const;
