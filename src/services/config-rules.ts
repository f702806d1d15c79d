/** `<region>_<name>`. */
export const userPoolIdPattern = /^[\w-]+_[0-9A-Za-z]+$/;
export const longestUserPoolId = 55;

/** A name or an address, and perhaps a port. */
export const hostPattern = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

export const verifications = ['code', 'link'] as const;
export const storageKinds = ['local', 'session', 'memory'] as const;

export const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

/** Whether this is a language tag, such as en or en-GB (BCP 47). */
export const isLanguageTag = (value: string): boolean => {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
};
