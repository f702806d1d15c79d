/** Errors when signing in with a passkey: what happened and what to do next. */
export const passkeySignInTexts = {
  canceled:
    'We got no passkey. You canceled, or this device has none for this account. Try again, or use your password.',
  timedOut: 'The passkey request timed out. Try again, or use your password.',
  missing:
    'This account has no passkey yet, or also asks for a code. Sign in with your password. You can add a passkey under Security.',
  misplaced: "Passkeys don't work at this web address. Sign in with your password.",
  refused: "This passkey doesn't work for this account anymore. Sign in with your password.",
  expired: 'This sign-in took too long. Press “Sign in with a passkey” again, or use your password.',
  passwordFirst: "Sign in with your password this time. We'll show you what to do next.",
  off: "Passkeys aren't available right now. Sign in with your password.",
} as const;

/** Errors when adding a passkey: what happened and what to do next. */
export const passkeyRegistrationTexts = {
  canceled: "We added no passkey. You canceled, or this device can't create one. You can try again.",
  timedOut: 'The passkey request timed out. Try again, and follow the steps on your device within a minute.',
  present: 'This device already has a passkey for your account. You can sign in with it.',
  unsupported: "This device can't create a passkey for your account. Try another device or a security key.",
  misplaced: "Passkeys don't work at this web address. Keep signing in with your password.",
  limit: 'Your account has 20 passkeys, which is the limit. Remove one, then add another.',
  off: "Passkeys aren't available right now. Keep signing in with your password.",
} as const;
