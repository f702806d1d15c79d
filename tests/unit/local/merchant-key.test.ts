import { expect, onTestFinished, test } from 'vitest';
import { acceptMerchantKey, deriveMerchantKey } from '#local/merchant-key.ts';
import { createKeyAuthentication } from '#server/store/merchant/authentication.ts';
import { createOperator } from '../store/support/operator.ts';
import { openTestDatabase } from '../store/support/test-database.ts';

test('the console’s merchant key has all scopes, and works again at the next start after a revocation', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const key = deriveMerchantKey('a-security-key');
  expect(key).not.toBe(deriveMerchantKey('another-security-key'));
  await acceptMerchantKey(database, key);
  const { identify } = createKeyAuthentication(database);
  expect(await identify(`Bearer ${key}`)).toMatchObject({ scopes: ['read', 'spend', 'grant'] });
  await createOperator(database).run('keys', 'revoke', key);
  await expect(identify(`Bearer ${key}`)).rejects.toMatchObject({ body: { code: 'invalid-key' } });
  await acceptMerchantKey(database, deriveMerchantKey('a-security-key'));
  expect(await identify(`Bearer ${key}`)).toBeDefined();
});
