import { BlockList, isIP, SocketAddress } from 'node:net';

export type Network = BlockList;

/** Turns an IPv4-mapped address such as `::ffff:192.0.2.1`, in any spelling, into `192.0.2.1`. */
export const withoutMapping = (address: string): string => {
  if (isIP(address) !== 6 || address.includes('%')) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Accepts networks such as `192.0.2.0/24` or `2001:db8::/32`, and single addresses. */
export const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
};

/** @param text must pass {@link isNetwork} */
export const toNetwork = (text: string): Network => {
  const [address = '', prefix] = text.split('/');
  const family = familyOf(address);
  const network = new BlockList();
  network.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  return network;
};

/** False for text that is not an address. */
export const isInNetworks = (address: string, networks: readonly Network[]): boolean => {
  const plain = withoutMapping(address);
  return isIP(plain) !== 0 && networks.some((network) => network.check(plain, familyOf(plain)));
};

/** Whether a host in a URL or a connection string is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || /^127(\.\d+){3}$/.test(host) || host === '::1' || host === '[::1]';
