/** Browsers inside other apps that have the interface, but whose passkeys fail. */
const embedded = /; wv\)|FBA[NV]\/|Instagram|\(iP(?!.*Safari)/;

/** Whether this browser can use passkeys. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !embedded.test(navigator.userAgent);
