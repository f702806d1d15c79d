import * as v from 'valibot';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { merchantRequestSchemas, spendBatchSchema } from '#contract/merchant/requests.ts';
import type { SpendOrder } from '../credits/create-credits.ts';
import { HttpError } from '../http/http-error.ts';
import type { App } from '../http/middleware.ts';
import { serve, uuidParameter } from '../http/serve.ts';
import {
  expectDone,
  expectFound,
  type SpendResult,
  toRefusedSpend,
  toSpendResult,
} from '../merchant/http-errors.ts';
import { type CreditsFor, parseFields, readFields, readId } from '../merchant/requests.ts';

/** Number of spends of a batch that count as one call. */
const spendsPerCall = 25;

interface ReadSpend {
  /** As given. */
  readonly id: string | null;
  readonly order?: SpendOrder;
  readonly refused?: SpendResult;
}

const identifiedSchema = v.object({ id: v.string() });

/** Reads a batch's spend, or returns its refusal. */
const readSpend = (given: unknown): ReadSpend => {
  const id = v.is(identifiedSchema, given) ? given.id : null;
  try {
    const read = parseFields(merchantRequestSchemas.BatchSpend, given, 'A spend');
    return { id, order: toOrder(read.id, read) };
  } catch (error) {
    if (error instanceof HttpError) return { id, refused: toRefusedSpend(id, error) };
    throw error;
  }
};

const toOrder = (
  id: string,
  {
    customer_id: customerId,
    credits,
    reference = null,
    description = null,
  }: v.InferOutput<typeof merchantRequestSchemas.SpendRequest>,
): SpendOrder => ({ id, customerId, credits, reference, description });

export const addMerchantSpendRoutes = (app: App, creditsFor: CreditsFor): void => {
  serve(
    app,
    merchantEndpoints.spend,
    {
      summary: 'Spends credits of a customer, in the order of use of their grants. Safe to repeat',
      description:
        'If the customer has too few credits, the store spends none. You can repeat the call with the same id after ' +
        'the customer buys credits.',
      parameters: [uuidParameter('id')],
      errors: [
        'invalid-request',
        'spending-limit-reached',
        'insufficient-credits',
        'customer-blocked',
        'customer-not-found',
        'id-reused',
      ],
    },
    async (c) => {
      const id = readId(c);
      const order = toOrder(id, await readFields(c, merchantRequestSchemas.SpendRequest));
      return expectDone(c, await creditsFor(c).spend(order), 'spend');
    },
  );
  serve(
    app,
    merchantEndpoints.spendBatch,
    {
      summary:
        'Makes up to 500 spends at once. Each has its own result, in order. One refusal changes no other spend. Safe to repeat. Counts as one call for every 25 spends',
      errors: ['invalid-request'],
    },
    async (c) => {
      const { spends } = await readFields(c, spendBatchSchema);
      c.get('countAs')(Math.ceil(spends.length / spendsPerCall));
      const read = spends.map(readSpend);
      const orders = read.flatMap(({ order }) => order ?? []);
      const made = orders.length === 0 ? [] : [...(await creditsFor(c).spendBatch(orders))];
      return { results: read.map(({ id, refused }) => refused ?? toSpendResult(c, id, made.shift())) };
    },
  );
  serve(
    app,
    merchantEndpoints.readSpend,
    {
      summary: 'Returns a spend, with the customer’s credits now',
      parameters: [uuidParameter('id')],
      errors: ['invalid-request', 'spend-not-found'],
    },
    async (c) => expectFound(await creditsFor(c).readSpend(readId(c)), 'spend-not-found'),
  );
  serve(
    app,
    merchantEndpoints.returnCredits,
    {
      summary: 'Returns credits of a spend to the grants they came from. Safe to repeat',
      parameters: [uuidParameter('id'), uuidParameter('return_id')],
      errors: ['invalid-request', 'spend-not-found', 'id-reused', 'exceeds-spend', 'balance-full'],
    },
    async (c) => {
      const ids = { spendId: readId(c), returnId: readId(c, 'return_id') };
      const { credits } = await readFields(c, merchantRequestSchemas.ReturnRequest);
      return expectDone(c, await creditsFor(c).returnCredits({ ...ids, credits }), 'spend');
    },
  );
};
