import * as v from 'valibot';
import { expect, vi } from 'vitest';
import { topUpConsentVersion } from '#contract/top-up.ts';
import { type Customer, listCards } from './buyer.ts';
import type { World } from './world.ts';

/** Each gives 500 credits. */
const product = 'starter-500';
const limitMs = 60_000;

/** Agrees to automatic top-up with the customer's saved card. */
export const agree = async ({ store }: World, customer: Customer): Promise<void> => {
  const reply = await fetch(`${store}/api/top-up`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${customer.accessToken}` },
    body: JSON.stringify({
      threshold_credits: 1,
      product_id: product,
      card_id: (await listCards(store, customer))?.[0],
      monthly_limit_cents: 10_000_000,
      consent: topUpConsentVersion,
    }),
  });
  expect(reply.status).toBe(200);
};

const customerSchema = v.object({ available: v.number() });
const spendSchema = v.object({ credits: v.number() });

/** Repeats a call of the merchant's API until it succeeds. */
const call = async <Schema extends v.GenericSchema>(
  { store, merchantKey }: World,
  path: string,
  schema: Schema,
  body?: object,
): Promise<v.InferOutput<Schema>> => {
  const init = {
    method: body === undefined ? 'GET' : 'PUT',
    headers: { Authorization: `Bearer ${merchantKey}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  };
  const answer = await vi.waitUntil(
    async () => {
      const reply = await fetch(`${store}/v1${path}`, init).catch(() => undefined);
      const found: unknown = await reply?.json().catch(() => undefined);
      return reply?.ok && v.is(schema, found) ? { found } : undefined;
    },
    { timeout: limitMs, interval: 20 },
  );
  return v.parse(schema, answer.found);
};

const availableOf = async (world: World, { id }: Customer): Promise<number> =>
  (await call(world, `/customers/${id}`, customerSchema)).available;

const spend = (world: World, { id }: Customer, credits: number) =>
  call(world, `/spends/${crypto.randomUUID()}`, spendSchema, { customer_id: id, credits });

/** Spends all credits, and waits until a top-up has brought new ones. */
export const spendAll = async (world: World, customer: Customer): Promise<void> => {
  await spend(world, customer, await availableOf(world, customer));
  await vi.waitUntil(async () => (await availableOf(world, customer)) > 0, {
    timeout: limitMs,
    interval: 20,
  });
};

/** Spends more than there is, and repeats that until a top-up has brought the rest. */
export const spendMore = async (world: World, customer: Customer): Promise<void> => {
  await spend(world, customer, (await availableOf(world, customer)) + 100);
};
