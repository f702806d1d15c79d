import * as v from 'valibot';
import { expect, vi } from 'vitest';
import { topUpConsentVersion } from '#contract/top-up.ts';
import { type Customer, listCards } from './buyer.ts';
import type { World } from './world.ts';

/** Each charge gives 500 credits or more. */
const product = 'starter-500';
const limitMs = 60_000;

/** Agrees to automatic top-up with the customer's saved card. */
export const agree = async ({ store }: World, customer: Customer): Promise<void> => {
  const reply = await fetch(`${store}/api/top-up`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${customer.accessToken}` },
    body: JSON.stringify({
      threshold_credits: 500,
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

/** Repeats a call of the merchant's API until it is answered. */
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

/** Spends all credits, and waits until a top-up has brought new ones. */
export const spendAll = async (world: World, { id }: Customer): Promise<void> => {
  const available = async () => (await call(world, `/customers/${id}`, customerSchema)).available;
  const credits = await available();
  await call(world, `/spends/${crypto.randomUUID()}`, spendSchema, { customer_id: id, credits });
  await vi.waitUntil(async () => (await available()) > 0, { timeout: limitMs, interval: 20 });
};
