import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, holdSale, test } from '#tests/faults/fixtures.ts';
import { deploymentVariable } from './deployment.ts';

const kill = (name: string): void => {
  const pid = Number(readFileSync(join(process.env[deploymentVariable] ?? '', `${name}.pid`), 'utf8'));
  process.kill(pid, 'SIGKILL');
};

test('a purchase is charged once and credited even if both store processes die during it', async ({
  buyer,
  console,
  pageErrors,
  payments,
}) => {
  pageErrors.allowMessage('status of 50');
  const sale = await holdSale(console);
  await buyer.submit('$10.00');
  await sale.held();
  for (const name of ['store-1', 'store-2']) kill(name);
  await sale.remove();
  await buyer.receives('1,300');
  expect(new Set(payments.keys()).size).toBe(1);
  expect(await payments.sales()).toMatchObject([{ amountCents: 1000, outcome: 'approved' }]);
});

test('customers can still buy credits after one store process dies', async ({ buyer, payments }) => {
  kill('store-1');
  await buyer.submit('$10.00');
  await buyer.receives('1,300');
  expect(await payments.sales()).toHaveLength(1);
});
