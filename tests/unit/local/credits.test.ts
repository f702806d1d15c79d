import { expect, it } from 'vitest';
import { expireCredits, listCredits } from '#local/credits.ts';
import { createOperator } from '../store/support/operator.ts';
import { expectBooksToBalance, storeOfFile } from '../store/support/store-under-test.ts';

const store = await storeOfFile();

it('the console’s credits page lists a grant and can make it expire', async () => {
  const customer = await store.newCustomer();
  const args = ['adjust', customer, '50', '--reason', 'x', '--yes'];
  expect(await createOperator(store.database).run(...args)).toMatchObject({ exitCode: 0 });
  const grantOf = async () =>
    (await listCredits(store.database)).grants.find(({ customerId }) => customerId === customer);
  const grant = await grantOf();
  expect(grant).toMatchObject({ kind: 'adjustment', credits: 50, remaining: 50, held: 0, expiresAt: null });

  await expireCredits(store.database, 'grant', grant?.id ?? '');
  expect((await grantOf())?.expiresAt).toBe(store.clock.now.toISOString());
  await store.database.query('select refresh_credits($1)', [[customer]]);
  expect((await grantOf())?.remaining).toBe(0);
  await expectBooksToBalance(store.database);
  await expect(expireCredits(store.database, 'grant', grant?.id ?? '')).rejects.toThrow('There is no grant');
  await expect(expireCredits(store.database, 'hold', crypto.randomUUID())).rejects.toThrow(
    'There is no hold',
  );
});
