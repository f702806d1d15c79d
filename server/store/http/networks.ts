import { BlockList, isIP, SocketAddress } from 'node:net';

export type Network = BlockList;

/** Converts an IPv4-mapped address, in any spelling of `::ffff:192.0.2.1`, to `192.0.2.1`. */
export const withoutMapping = (address: string): string => {
  if (isIP(address) !== 6 || address.includes('%')) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Returns whether the text is a network, such as `192.0.2.0/24` or `2001:db8::/32`, or a single address. */
export const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
};

/** Converts text to a network. @param text must pass {@link isNetwork} */
export const toNetwork = (text: string): Network => {
  const [address = '', prefix] = text.split('/');
  const family = familyOf(address);
  const network = new BlockList();
  network.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  return network;
};

/** Returns whether an address is in any of the networks. Returns false if the text isn't an address. */
export const isInNetworks = (address: string, networks: readonly Network[]): boolean => {
  const plain = withoutMapping(address);
  return isIP(plain) !== 0 && networks.some((network) => network.check(plain, familyOf(plain)));
};

/** Returns whether a host from a URL or a connection string is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || /^127(\.\d+){3}$/.test(host) || host === '::1' || host === '[::1]';
