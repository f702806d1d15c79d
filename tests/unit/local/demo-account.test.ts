import { expect, test } from 'vitest';
import { demoEmail, ensureDemoAccount } from '#local/demo-account.ts';
import { openUserPool } from './user-pool-of-tests.ts';

test('the next start completes a demo account whose creation was interrupted', async () => {
  const pool = await openUserPool();
  const seeds: unknown[] = [];
  const dying = async () => {
    throw new Error('The store API ended');
  };
  await expect(ensureDemoAccount(pool.admin, { seed: dying })).rejects.toThrow('ended');

  await ensureDemoAccount(pool.admin, {
    async seed({ id, email }, transactions) {
      seeds.push({ id, email, transactions });
    },
  });
  const [user, ...others] = pool.admin.listUsers();
  expect(others).toEqual([]);
  expect(user).toMatchObject({ email: demoEmail, firstName: 'Demo', status: 'CONFIRMED' });
  expect(seeds).toEqual([{ id: user?.sub, email: demoEmail, transactions: 57 }]);
});
