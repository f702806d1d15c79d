import { isIP } from 'node:net';
import { isPrintable } from '#contract/characters.ts';
import { isLoopback } from '../http/networks.ts';
import { type AddressRules, mayConnect } from './addresses.ts';

const longestUrl = 2_000;

/** Returns a URL's host. Removes the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Returns whether the URL's host is an IP address that the store may not send to. */
export const isRefusedAddress = (url: URL, rules: AddressRules): boolean => {
  const host = hostOf(url);
  return isIP(host) !== 0 && !mayConnect(host, host, rules);
};

/** Returns why events can't be sent to this URL, as the end of a sentence, or null if they can. */
export const problemOfUrl = (text: string, rules: AddressRules): string | null => {
  if (!isPrintable(text) || !URL.canParse(text)) return 'is not a URL';
  if (text.length > longestUrl) return `has more than ${longestUrl} characters`;
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    return 'is not an https URL (http is only allowed for this machine)';
  if (url.username !== '' || url.password !== '') return 'contains a user name or password';
  if (isRefusedAddress(url, rules))
    return 'has a private address. WEBHOOK_PRIVATE_ADDRESSES=true allows those';
  return null;
};
