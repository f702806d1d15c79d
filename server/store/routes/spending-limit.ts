import { spendingLimit as endpoints } from '#contract/endpoints.ts';
import { spendingLimitRequestSchema } from '#contract/spending-limit.ts';
import { createSpendingLimits } from '../credits/spending-limits.ts';
import { signInNeeded } from '../http/http-error.ts';
import type { App } from '../http/middleware.ts';
import { parseBody, readJson } from '../http/requests.ts';
import { serve, serveOwn, unknownCustomer } from '../http/serve.ts';
import type { Caller } from '../identity/authentication.ts';
import type { CustomerParts } from '../parts.ts';

export const addSpendingLimitRoutes = (app: App, { database, poolUsers }: CustomerParts): void => {
  const limits = createSpendingLimits(database);
  const save = async (caller: Caller, credits: number | null) => {
    if ((await poolUsers.check(caller.accessToken)) === 'ended') throw signInNeeded();
    return limits.save(caller, credits);
  };
  const statuses = {
    403: 'Raising or removing the limit needs a sign-in within the last ten minutes (`recent-sign-in-required`)',
    ...unknownCustomer,
  };

  serveOwn(
    app,
    endpoints.read,
    'Returns the spending limit, and how many credits are used this month',
    'Months are Chicago’s. Without a limit, `monthly_credits` is null',
    limits.read,
  );
  serve(
    app,
    endpoints.save,
    {
      summary: 'Sets the spending limit. It counts the whole current month. Safe to repeat',
      description: 'A limit below what is already used refuses every new spend and hold, but no capture.',
      statuses: { 200: 'Set', 400: 'Not valid', 413: 'Too large', 415: 'Not application/json', ...statuses },
    },
    async (c) => {
      const { monthly_credits } = parseBody(spendingLimitRequestSchema, await readJson(c));
      return save(c.get('caller'), monthly_credits);
    },
  );
  serve(
    app,
    endpoints.remove,
    { summary: 'Removes the spending limit. Safe to repeat', statuses: { 200: 'Removed', ...statuses } },
    (c) => save(c.get('caller'), null),
  );
};
