import { parseUrl } from '#domain/parse-url.ts';

/** `<region>_<name>`. */
export const userPoolIdPattern = /^[\w-]+_[0-9A-Za-z]+$/;
export const longestUserPoolId = 55;

/** A name or an address, and perhaps a port. Nothing in it can end a directive of a content security policy. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether this is a host that stands for no other address than its own, like auth.example.com or localhost:5174. */
export const isHost = (value: string): boolean =>
  hostPattern.test(value) && parseUrl(`https://${value}`) !== null;

/** Whether a host, with or without a port, is this very machine. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);

export const verifications = ['code', 'link'] as const;
export const storageKinds = ['local', 'session', 'memory'] as const;

/** Whether this is an http(s) address of a plain host, without a user in it. */
export const isWebAddress = (value: string): boolean => {
  // Browsers read a backslash as a slash, and leave line breaks out.
  const url = /[\\\p{Cc}]/u.test(value) ? null : parseUrl(value);
  if (url === null) return false;
  const { protocol, host, username, password } = url;
  return (protocol === 'https:' || protocol === 'http:') && username + password === '' && isHost(host);
};

/** Whether a web address is encrypted, or on loopback. */
export const isPrivate = (value: string): boolean => {
  const { protocol, host } = new URL(value);
  return protocol === 'https:' || isLoopback(host);
};

/** Whether customers can be sent there for help: an email address, or an https URL. */
export const isSupport = (value: string): boolean =>
  /^[\w.+'-]+@[\w-]+(?:\.[\w-]+)+$/.test(value) || (/^https:/i.test(value) && isWebAddress(value));

/** Whether a title or a line of text can be made of this. */
export const isOneLine = (value: string): boolean => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);

/** Whether this is a language tag, such as en or en-GB (BCP 47). */
export const isLanguageTag = (value: string): boolean => {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
};
