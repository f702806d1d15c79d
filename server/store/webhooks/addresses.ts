import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isInNetworks, isLoopback, toNetwork } from '../http/networks.ts';

/** Thrown if a host has no address that the store may send events to. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'PRIVATE_ADDRESS';

  constructor() {
    super('The host has no public address.');
  }
}

const loopback = ['127.0.0.0/8', '::1'].map(toNetwork);

/** Private and reserved networks, from IANA's registries of special-purpose addresses. */
const specialPurpose = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
].map(toNetwork);

/** IPv6 addresses outside this network are private, reserved or multicast, or map to IPv4 addresses. */
const globalUnicast = [toNetwork('2000::/3')];

const isPublic = (address: string): boolean =>
  (isIP(address) === 4 || isInNetworks(address, globalUnicast)) && !isInNetworks(address, specialPurpose);

export interface AddressRules {
  /** Whether hosts may have private addresses. */
  readonly allowsPrivate: boolean;
}

/** Returns whether a host may resolve to an address. `localhost` and similar hosts may only resolve to this machine. */
export const mayConnect = (host: string, address: string, { allowsPrivate }: AddressRules): boolean => {
  if (isLoopback(host)) return isInNetworks(address, loopback);
  return allowsPrivate || isPublic(address);
};

/**
 * Creates a lookup that resolves a host to the addresses that {@link mayConnect} allows. The connection uses
 * one of them, so a host can't change its address after the check. Node calls the lookup only for names.
 */
export const createLookup =
  (rules: AddressRules, resolve = systemLookup): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => mayConnect(host, address, rules));
      const [first] = allowed;
      if (first === undefined) return callback(new PrivateAddressError(), []);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
