import { BlockList, isIP, SocketAddress } from 'node:net';

/** The addresses of a network in CIDR notation. */
export type Network = BlockList;

/** `::ffff:192.0.2.1`, as a socket for both families names an IPv4 address, to `192.0.2.1`, in any spelling of it. */
export const withoutMapping = (address: string): string => {
  if (isIP(address) !== 6 || address.includes('%')) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether a text is a network like `192.0.2.0/24` or `2001:db8::/32`, or a single address. */
export const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
};

/** @param text a network ({@link isNetwork}) */
export const toNetwork = (text: string): Network => {
  const [address = '', prefix] = text.split('/');
  const family = familyOf(address);
  const network = new BlockList();
  network.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  return network;
};

/** Whether an address is in one of the networks. A text that is no address is in none. */
export const isInNetworks = (address: string, networks: readonly Network[]): boolean => {
  const plain = withoutMapping(address);
  return isIP(plain) !== 0 && networks.some((network) => network.check(plain, familyOf(plain)));
};

/** Whether a host, as a URL or a connection string names it, is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || /^127(\.\d+){3}$/.test(host) || host === '::1' || host === '[::1]';
