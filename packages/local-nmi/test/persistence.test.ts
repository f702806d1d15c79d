import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startGateway } from './gateway-under-test.ts';

test('after a restart sales, tokens and duplicates are known', async () => {
  const gateway = await startGateway();
  const [unused, used] = [await gateway.token('5431111111111111'), await gateway.token()];
  const first = await gateway.sale({ payment_token: used });
  const before = gateway.gateway().sales();

  await gateway.restart();

  expect(gateway.gateway().sales()).toEqual(before);
  expect(await gateway.query({ order_id: 'order-1' })).toContain(first.transactionid);
  expect((await gateway.sale({ payment_token: used })).responsetext).toMatch(/does not exist/);
  expect((await gateway.sale({ payment_token: await gateway.token() })).responsetext).toBe(
    `Duplicate transaction REFID:${first.transactionid}`,
  );
  expect(await gateway.sale({ payment_token: unused })).toMatchObject({ response: '1' });
});

test('neither card numbers, CVVs nor tokens reach the disk', async () => {
  const gateway = await startGateway();
  const token = await gateway.token('4111111111111111', { cvv: '737' });
  await gateway.sale({ payment_token: token });
  const files = await readdir(gateway.dataDir);
  const written = (
    await Promise.all(files.map((file) => readFile(join(gateway.dataDir, file), 'utf8')))
  ).join();
  expect(files.sort()).toEqual(['tokens.json', 'transactions.json']);
  expect(written).not.toContain('4111111111111111');
  // Only as a whole value: an id or a hash may contain the same digits.
  expect(written).not.toMatch(/[":]737[",}]/);
  expect(written).not.toContain(token);
});
