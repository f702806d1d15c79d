import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saving, startGateway } from './gateway-under-test.ts';
import { startMerchant } from './merchant.ts';

test('sales, tokens and duplicate checks survive a restart', async () => {
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

test('a sale that was saved before the gateway was killed keeps its used token, card and event', async () => {
  const merchant = await startMerchant({ delayMs: 60_000 });
  const gateway = await startGateway(merchant.webhook);
  const token = await gateway.token();
  const killed = gateway.sale({ payment_token: token, ...saving });
  await gateway.restartFrom('order-1');
  await killed;

  expect(gateway.gateway().sales()).toMatchObject([{ orderId: 'order-1', outcome: 'approved' }]);
  expect((await gateway.sale({ payment_token: token })).responsetext).toMatch(/does not exist/);
  expect(gateway.gateway().savedCards.list()).toMatchObject([{ customerVaultId: 'card-1' }]);
  await merchant.received(1);
  expect(merchant.types()).toEqual(['transaction.sale.success']);
});

test('a batch that was saved before the gateway was killed still sends its settlement event', async () => {
  const merchant = await startMerchant({ delayMs: 60_000 });
  const gateway = await startGateway(merchant.webhook);
  await gateway.sell();
  const killed = gateway.gateway().settle();
  await gateway.restartFrom('"settle"');
  await killed;
  await merchant.received(2);
  expect(merchant.types()).toContain('settlement.batch.complete');
});

test('card numbers, CVVs and tokens never reach the disk', async () => {
  const gateway = await startGateway();
  const token = await gateway.token('4111111111111111', { cvv: '737' });
  await gateway.sale({ payment_token: token, ...saving });
  const files = await readdir(gateway.dataDir);
  const written = (
    await Promise.all(files.map((file) => readFile(join(gateway.dataDir, file), 'utf8')))
  ).join();
  expect(files).toEqual(['gateway.json']);
  expect(written).not.toContain('4111111111111111');
  // Matches only whole values, because an id or a hash can contain the same digits.
  expect(written).not.toMatch(/[":]737[",}]/);
  expect(written).not.toContain(token);
});
