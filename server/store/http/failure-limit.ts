import { isIPv4 } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import type { StoreConfig } from '../config/config.ts';
import { callerAddress } from './client-address.ts';
import { retryAfter, storeError } from './http-error.ts';
import { isInNetworks } from './networks.ts';
import { createRateLimit } from './rate-limit.ts';

type FailureLimits = Pick<StoreConfig, 'trustedProxies' | 'sharedNetworks' | 'failuresPerMinute'>;

export type FailureLimit = ReturnType<typeof createFailureLimit>;

/** Limits failed requests per IPv4 address or IPv6 /64. Exempts shared networks. */
export const createFailureLimit = ({ trustedProxies, sharedNetworks, failuresPerMinute }: FailureLimits) => {
  const limit = createRateLimit(failuresPerMinute, 60_000);
  const clientOf = (c: Context): string | undefined => {
    const address = failuresPerMinute === 0 ? undefined : callerAddress(c, trustedProxies);
    return address === undefined || isInNetworks(address, sharedNetworks) ? undefined : networkOf(address);
  };
  const tooManyFailures = () =>
    storeError(
      'rate-limited',
      'Too many requests from this address have failed. Wait, then send the request again.',
      retryAfter(Math.ceil(60 / failuresPerMinute)),
    );
  return {
    /** Checks the limit without counting a failure. @throws {HttpError} 429 if the client has reached the limit */
    expectFew(c: Context): void {
      const client = clientOf(c);
      if (client !== undefined && !limit.hasLeft(client)) throw tooManyFailures();
    },
    count(c: Context): void {
      const client = clientOf(c);
      if (client !== undefined) limit.take(client);
    },
    /** Counts each request as failed until it succeeds, so that parallel requests can't exceed the limit. */
    middleware: (async (c, next) => {
      const client = clientOf(c);
      if (client !== undefined && !limit.take(client)) throw tooManyFailures();
      await next();
      const isClientsFault = c.res.status >= 400 && c.res.status < 500;
      if (client !== undefined && !isClientsFault) limit.giveBack(client);
    }) satisfies MiddlewareHandler,
  };
};

/** Returns an IPv4 address as it is, or the /64 prefix of an IPv6 address. Expects the canonical form. */
const networkOf = (address: string): string => {
  if (isIPv4(address)) return address;
  const [start = [], end = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
};
