import { isIP } from 'node:net';
import type { Context } from 'hono';
import * as v from 'valibot';
import { isInNetworks, type Network, toNetwork, withoutMapping } from './networks.ts';

/** What `@hono/node-server` gives a handler of the connection. */
const connectionSchema = v.object({
  incoming: v.object({ socket: v.object({ remoteAddress: v.string() }) }),
});

/** How many proxies stand in front of the store, or the networks that they are in. */
export type TrustedProxies = number | readonly Network[];

/**
 * Where a request comes from on the internet; undefined where that cannot be told, or is an address of a private network. What a client
 * can write itself decides nothing.
 *
 * @param trustedProxies each proxy adds to `X-Forwarded-For` whom it was asked by. Of a number of proxies that many entries are
 *   believed. Of networks only what an address in them added, beginning with the connection's own; a proxy is never a client
 */
export const clientAddress = (c: Context, trustedProxies: TrustedProxies): string | undefined => {
  const connection = v.safeParse(connectionSchema, c.env);
  const peer = connection.success ? connection.output.incoming.socket.remoteAddress : undefined;
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim());
  const address =
    typeof trustedProxies === 'number'
      ? trustedProxies === 0
        ? peer
        : forwarded.at(-trustedProxies)
      : [...forwarded, peer ?? ''].findLast((hop) => !isInNetworks(hop, trustedProxies));
  return address === undefined ? undefined : publicAddress(address);
};

const publicAddress = (address: string): string | undefined => {
  const plain = withoutMapping(address);
  return isIP(plain) === 0 || isInNetworks(plain, notPublic) ? undefined : plain;
};

/** Loopback, private and link-local networks, those between a provider and its customers, and no address at all. */
const notPublic = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/127',
  'fc00::/7',
  'fe80::/10',
].map(toNetwork);
