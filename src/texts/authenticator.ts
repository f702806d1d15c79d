/** The texts of setting up an authenticator app. */
export const authenticatorTexts = {
  scan: 'Scan this QR code with your authenticator app, or enter the setup key there.',
  qrCode: 'QR code for your authenticator app',
  qrCodeFailed: 'The QR code could not be drawn. Please enter the setup key in your app.',
  secret: 'Setup key',
  copy: 'Copy',
  /** After `copy`, for who does not see what the button stands beside. */
  copyName: 'Copy setup key',
  copied: 'Setup key copied',
  copyFailed: 'The browser did not allow it. Please select the key and copy it.',
  /** What the app is called where the sign-in asks for its code. */
  deviceName: 'Authenticator app',
} as const;
