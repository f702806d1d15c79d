import { isIP } from 'node:net';
import type { Context } from 'hono';
import * as v from 'valibot';
import { isInNetworks, type Network, toNetwork, withoutMapping } from './networks.ts';

/** The connection that `@hono/node-server` passes to handlers. */
const connectionSchema = v.object({
  incoming: v.object({ socket: v.object({ remoteAddress: v.string() }) }),
});

/** The number of proxies in front of the store, or their networks. */
export type TrustedProxies = number | readonly Network[];

/**
 * Returns the client's IP address, which may be private, or undefined if unknown. Ignores entries that a client could
 * forge.
 * @param trustedProxies the number of trusted entries at the end of `X-Forwarded-For`, or the proxies' networks
 */
export const callerAddress = (c: Context, trustedProxies: TrustedProxies): string | undefined => {
  const connection = v.safeParse(connectionSchema, c.env);
  const peer = connection.success ? connection.output.incoming.socket.remoteAddress : undefined;
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim());
  const address =
    typeof trustedProxies === 'number'
      ? trustedProxies === 0
        ? peer
        : forwarded.at(-trustedProxies)
      : [...forwarded, peer ?? ''].findLast((hop) => !isInNetworks(hop, trustedProxies));
  const plain = withoutMapping(address ?? '');
  return isIP(plain) === 0 ? undefined : plain;
};

/** Returns the client's public IP address, or undefined if unknown or private. See `callerAddress`. */
export const clientAddress = (c: Context, trustedProxies: TrustedProxies): string | undefined => {
  const address = callerAddress(c, trustedProxies);
  return address === undefined || isInNetworks(address, notPublic) ? undefined : address;
};

/** Loopback, private, link-local, carrier-grade NAT and unspecified addresses. */
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
