import { expect, vi } from 'vitest';
import { topUpConsentVersion } from '#contract/top-up.ts';
import { type Customer, listCards } from './buyer.ts';
import { settling, type World } from './world.ts';

/** The package that a top-up buys, which gives 500 credits. */
const product = 'starter-500';

/** Turns on automatic top-up with the customer's saved card. */
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

const availableOf = async ({ coffer }: World, { id }: Customer): Promise<number> =>
  (await coffer.readCustomer(id)).available;

/** Spends all credits, and waits until a top-up has brought new ones. */
export const spendAll = async (world: World, customer: Customer): Promise<void> => {
  await world.coffer.spend({ customerId: customer.id, credits: await availableOf(world, customer) });
  await vi.waitUntil(async () => (await availableOf(world, customer)) > 0, settling);
};

/** Spends more than the balance, and retries until a top-up has brought enough credits. */
export const spendMore = async (world: World, customer: Customer): Promise<void> => {
  const credits = (await availableOf(world, customer)) + 100;
  const spend = { id: crypto.randomUUID(), customerId: customer.id, credits };
  const isSpent = () =>
    world.coffer.spend(spend).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(isSpent, settling);
};
