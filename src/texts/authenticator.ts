export const authenticatorTexts = {
  scan: 'Scan this QR code with your authenticator app, or enter the setup key there.',
  onThisDevice: 'Is your app on this device?',
  openApp: 'Open your authenticator app',
  qrCode: 'QR code for your authenticator app',
  qrCodeFailed: "We couldn't show the QR code. Please enter the setup key in your app.",
  secret: 'Setup key',
  copy: 'Copy',
  /** Accessible name of the `copy` button. */
  copyName: 'Copy setup key',
  copied: 'Setup key copied',
  lost: "Save the setup key in a safe place. You can't sign in without your app or this key. If you lose both, contact us.",
  /** The name that sign-in shows when it asks for the app's code. */
  deviceName: 'Authenticator app',
} as const;
