import * as v from 'valibot';
import type { StoreParts } from '../parts.ts';

/** Has the site's default. */
const siteSchema = v.object({ selfRefundDays: v.optional(v.number(), 14) });

/** Warns if the site's terms state another period for refunds by customers. */
export const compareSite = async ({ config, log }: Pick<StoreParts, 'config' | 'log'>): Promise<void> => {
  const { appUrl, selfRefundDays } = config;
  if (appUrl === undefined) return;
  const stated = await fetch(`${appUrl}/config.json`, { signal: AbortSignal.timeout(5_000) })
    .then(async (reply) => (reply.ok ? v.parse(siteSchema, await reply.json()).selfRefundDays : undefined))
    .catch(() => undefined);
  if (stated !== undefined && stated !== selfRefundDays)
    log.warn({ event: 'self-refund-days-differ', why: `${selfRefundDays} here, ${stated} in config.json` });
};
