import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';
import * as v from 'valibot';

/** What `@hono/node-server` gives a handler of the connection. */
const connectionSchema = v.object({
  incoming: v.object({ socket: v.object({ remoteAddress: v.string() }) }),
});

/**
 * Where a request comes from on the internet; undefined where that cannot be told, or is an address of a private network.
 *
 * @param trustedProxies how many proxies stand in front of the store, each adding to `X-Forwarded-For` whom it was asked
 *   by. What stands before their entries is whatever the client wrote there, and is not looked at.
 */
export const clientAddress = (c: Context, trustedProxies: number): string | undefined => {
  const connection = v.safeParse(connectionSchema, c.env);
  const peer = connection.success ? [connection.output.incoming.socket.remoteAddress] : [];
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim());
  const address = trustedProxies === 0 ? peer[0] : forwarded.at(-trustedProxies);
  return address === undefined ? undefined : publicAddress(address);
};

const publicAddress = (address: string): string | undefined => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  if (family === 0) return undefined;
  return notPublic.check(plain, family === 4 ? 'ipv4' : 'ipv6') ? undefined : plain;
};

/** Loopback, private and link-local networks, those between a provider and its customers, and no address at all. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');
