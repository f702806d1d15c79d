import { activity, creditReads, reads, refunds } from '#contract/endpoints.ts';
import {
  activityKinds,
  defaultActivityLimit,
  defaultPageSize,
  maxPageSize,
  transactionStatuses,
} from '#contract/queries.ts';
import { activityQuerySchema, historyQuerySchema } from '#contract/query-schemas.ts';
import { usageQuerySchema } from '#contract/usage.ts';
import { signInNeeded, tooManyAttempts } from '../http/http-error.ts';
import type { App } from '../http/middleware.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { parseInput, transactionIdSchema } from '../http/requests.ts';
import {
  limitParameter,
  queryParameter,
  serve,
  serveOwn,
  unknownCustomer,
  uuidParameter,
} from '../http/serve.ts';
import { parseFields } from '../merchant/requests.ts';
import type { CustomerParts } from '../parts.ts';
import { readRefund, requestRefund } from '../refunds/request-refund.ts';
import { usageParameters } from './merchant-customers.ts';

export const addLedgerRoutes = (app: App, { ledger }: CustomerParts): void => {
  serve(
    app,
    reads.history,
    {
      summary: 'Returns the ledger, newest first',
      parameters: [
        queryParameter('page', { type: 'integer', minimum: 1, default: 1 }),
        limitParameter(maxPageSize, defaultPageSize),
        queryParameter('status', { type: 'string', enum: [...transactionStatuses] }),
      ],
      statuses: {
        200:
          'One page. A partially refunded purchase stays completed and loses the same share of its credits, ' +
          'rounded down; `reversals` lists each refund',
        400: 'A parameter is not valid',
        ...unknownCustomer,
      },
    },
    async (c) => {
      const query = parseInput(historyQuerySchema, c.req.query());
      return ledger.readHistory(c.get('caller').customerId, query);
    },
  );
  serveOwn(
    app,
    reads.summary,
    'Returns the sums of completed transactions, and the number of all transactions',
    'The summary, with refunds subtracted. Refunds can put the balance below zero',
    ledger.readSummary,
  );
  serve(
    app,
    activity,
    {
      summary: 'Returns every change of the balance, newest first',
      parameters: [
        queryParameter(
          'before',
          { type: 'string' },
          'The `next` of the previous page. Without it: the newest entries',
        ),
        limitParameter(maxPageSize, defaultActivityLimit),
        queryParameter('kind', { type: 'string', enum: [...activityKinds] }),
      ],
      statuses: {
        200: 'One page. Entries that arrive later do not move the older ones',
        400: 'A parameter is not valid',
        ...unknownCustomer,
      },
    },
    async (c) => {
      const query = parseInput(activityQuerySchema, c.req.query());
      return ledger.readActivity(c.get('caller').customerId, query);
    },
  );
  serve(
    app,
    creditReads.usage,
    {
      summary: 'Returns the credits spent, minus those returned, by day or reference',
      parameters: usageParameters,
      statuses: { 200: 'The usage', 400: 'A parameter is not valid', ...unknownCustomer },
    },
    async (c) => {
      const query = parseFields(usageQuerySchema, c.req.query());
      return ledger.readUsage(c.get('caller').customerId, query);
    },
  );
};

const refundParameters = [uuidParameter('id', 'The id of a transaction')];
const unknownTransaction = { 400: 'The id is not a UUID', 404: 'The customer has no such transaction' };

export const addRefundRoutes = (app: App, parts: CustomerParts): void => {
  const limit = createRateLimit(parts.config.attemptsPerMinute, 60_000);
  serve(
    app,
    refunds.read,
    {
      summary: 'Returns whether the customer can refund a purchase. POST also needs a recent sign-in',
      parameters: refundParameters,
      statuses: { 200: 'What the refund returns and removes', ...unknownTransaction },
    },
    (c) => readRefund(parts, c.get('caller').customerId, parseInput(transactionIdSchema, c.req.param('id'))),
  );
  serve(
    app,
    refunds.request,
    {
      summary: 'Refunds all that is left of a purchase. Repeating a request refunds once',
      parameters: refundParameters,
      statuses: {
        200: 'The transaction. It shows the refund once the gateway’s records do. Until then, its credits are held',
        ...unknownTransaction,
        403: 'The customer is blocked, or a sign-in within the last ten minutes is needed (`recent-sign-in-required`)',
        409: 'A rule forbids it (`not-refundable`, with a `reason`), or the gateway refused it; not refunded',
        429: 'Too many attempts; see Retry-After',
      },
    },
    async (c) => {
      const caller = c.get('caller');
      const id = parseInput(transactionIdSchema, c.req.param('id'));
      if ((await parts.poolUsers.check(caller.accessToken)) === 'ended') throw signInNeeded();
      if (!limit.take(caller.customerId)) throw tooManyAttempts();
      return requestRefund(parts, caller, id);
    },
  );
};
