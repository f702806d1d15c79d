import { expect, it } from 'vitest';
import { prefixOf } from '#server/store/merchant/api-keys.ts';
import { createMerchant, type Merchant } from '../support/merchant.ts';
import { createOperator } from '../support/operator.ts';
import { expectComplaint } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const store = await storeOfFile();
const operator = createOperator(store.database);
const customer = await store.newCustomer();

const prefixes = ({ key }: Merchant) => prefixOf(key) ?? '';
const newId = () => crypto.randomUUID();

it('coffer keys show lists each change by a key, newest first, even after an erasure', async () => {
  const [one, other] = [await createMerchant(store), await createMerchant(store)];
  const [grant, spend, back, hold, released] = [newId(), newId(), newId(), newId(), newId()];
  const of = (credits: number, more?: object) => ({ customer_id: customer, credits, ...more });
  const changes = [
    (by: Merchant) => by.put(`/grants/${grant}`, of(100, { reason: 'welcome' })),
    (by: Merchant) => by.put(`/spends/${spend}`, of(30)),
    (by: Merchant) => by.put(`/spends/${spend}/returns/${back}`, { credits: 10 }),
    (by: Merchant) => by.put(`/holds/${hold}`, of(20)),
    (by: Merchant) => by.post(`/holds/${hold}/capture`, { credits: 5 }),
    (by: Merchant) => by.put(`/holds/${released}`, of(7)),
    (by: Merchant) => by.post(`/holds/${released}/release`),
    (by: Merchant) => by.delete(`/grants/${grant}`),
  ];
  for (const change of changes) {
    const reply = await change(one);
    expect(reply.status).toBeLessThan(300);
    await store.clock.advance(1_000);
    // If another key repeats the call, the store returns the first response and changes nothing.
    const { status, body } = await change(other);
    expect({ status, body }).toEqual({ status: 200, body: reply.body });
  }
  const expected = [
    ['void', null, grant],
    ['release', null, released],
    ['hold', 7, released],
    ['capture', 5, hold],
    ['hold', 20, hold],
    ['return', 10, back],
    ['spend', 30, spend],
    ['grant', 100, grant],
  ];
  await operator.run('erase', customer, '--yes');
  const shown = await operator.json('keys', 'show', prefixes(one));
  expect(shown.key).toMatchObject({ prefix: prefixes(one), revokedAt: null });
  expect(
    shown.changes.map((change: { call: string; credits: number | null; id: string; customerId: string }) => {
      expect(change.customerId).toBe(customer);
      return [change.call, change.credits, change.id];
    }),
  ).toEqual(expected);
  const newest = await operator.json('keys', 'show', one.key, '--limit', '3');
  expect(newest.changes).toEqual(shown.changes.slice(0, 3));
  expect((await operator.run('keys', 'show', prefixes(one))).text).toContain(`return   10       ${back}`);
  expect((await operator.run('keys', 'show', prefixes(other))).text).toContain('It has changed nothing.');

  expect((await operator.run('spend', spend)).text).toContain(`Key       ${prefixes(one)}`);
});

it('batched calls of several keys are each recorded under their own key', async () => {
  const merchants = [await createMerchant(store), await createMerchant(store)];
  await merchants[0]?.put(`/grants/${newId()}`, { customer_id: customer, credits: 100, reason: 'welcome' });
  const ids = Array.from({ length: 10 }, newId);
  const byOf = (place: number) => merchants[place % 2];
  await Promise.all(
    ids.map((id, place) => byOf(place)?.put(`/spends/${id}`, { customer_id: customer, credits: 1 })),
  );
  for (const merchant of merchants) {
    const { changes } = await operator.json('keys', 'show', prefixes(merchant), '--limit', '5');
    expect(new Set(changes.map(({ id }: { id: string }) => id))).toEqual(
      new Set(ids.filter((_, place) => byOf(place) === merchant)),
    );
  }
});

it('coffer keys show rejects an unknown prefix', async () => {
  const complaint = 'There is no key with the prefix coffer_key_00000000.';
  await expectComplaint(operator.run('keys', 'show', 'coffer_key_00000000'), complaint);
});
