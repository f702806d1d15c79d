import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { openJournal } from '#server/sandbox/durable/journal.ts';
import { startGateway } from './gateway-under-test.ts';

describe('after a restart', () => {
  test('sales, tokens and duplicates are known', async () => {
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

  test('a sale that was told is on the disk, and a line cut short by the crash is dropped', async () => {
    const gateway = await startGateway();
    await gateway.sale({ payment_token: await gateway.token() });
    await appendFile(join(gateway.dataDir, 'sales.jsonl'), '{"transactionId":"12');
    await gateway.restart();
    await gateway.sale({ payment_token: await gateway.token('5431111111111111') });
    await gateway.restart();
    expect(gateway.gateway().sales()).toHaveLength(2);
  });
});

test('a log of an older version is read, and goes on', async () => {
  const gateway = await startGateway();
  const sale = {
    transactionId: '1234567890',
    orderId: 'o-1',
    amountCents: 2500,
    outcome: 'approved',
    token: 'abcd',
    at: '2026-06-01T08:00:00.000Z',
    maskedCard: '411111******1111',
    responseCode: 100,
    responseText: 'SUCCESS',
  };
  const declined = { ...sale, transactionId: '1234567891', outcome: 'declined', responseCode: 202 };
  const refund = {
    transactionId: '2345678901',
    refundOf: sale.transactionId,
    at: '2026-06-02T08:00:00.000Z',
  };
  const lines = [sale, declined, refund].map((entry) => `${JSON.stringify(entry)}\n`);
  await gateway.restart();
  await writeFile(join(gateway.dataDir, 'sales.jsonl'), lines.join(''));
  await gateway.restart();

  expect(gateway.gateway().sales()).toMatchObject([
    { transactionId: '1234567891', outcome: 'declined' },
    { transactionId: '1234567890', outcome: 'approved', refundedAt: refund.at, refundedCents: 2500 },
  ]);
  expect(await gateway.records({ transaction_id: sale.transactionId })).toMatchObject([
    {
      condition: 'complete',
      order_id: 'o-1',
      action: [
        { action_type: 'sale' },
        { action_type: 'settle' },
        { action_type: 'refund', amount: '25.00' },
      ],
    },
  ]);
  await gateway.sale({ payment_token: await gateway.token(), orderid: 'o-2' });
  await gateway.gateway().refund('o-2', { amountCents: 500 });
  await gateway.restart();
  expect(gateway.gateway().sales()[0]).toMatchObject({ orderId: 'o-2', refundedCents: 500 });
});

test('neither card numbers, CVVs nor tokens reach the disk', async () => {
  const gateway = await startGateway();
  const token = await gateway.token('4111111111111111', { cvv: '737' });
  await gateway.sale({ payment_token: token });
  const files = await readdir(gateway.dataDir);
  const written = (
    await Promise.all(files.map((file) => readFile(join(gateway.dataDir, file), 'utf8')))
  ).join();
  expect(files.sort()).toEqual(['sales.jsonl', 'tokens.jsonl']);
  expect(written).not.toContain('4111111111111111');
  // As a value of its own: an id or a hash may hold the same digits.
  expect(written).not.toMatch(/[":]737[",}]/);
  expect(written).not.toContain(token);
});

test('a journal whose whole lines are damaged is not opened', async () => {
  const gateway = await startGateway();
  const path = join(gateway.dataDir, 'broken.jsonl');
  await writeFile(path, '{"n":1}\nnonsense\n');
  await expect(openJournal(path, v.object({ n: v.number() }))).rejects.toThrow();
});

test('entries keep their order when many are appended at once', async () => {
  const gateway = await startGateway();
  const path = join(gateway.dataDir, 'many.jsonl');
  const schema = v.object({ n: v.number() });
  const journal = await openJournal(path, schema);
  const numbers = Array.from({ length: 50 }, (_, n) => ({ n }));
  await Promise.all(numbers.map((entry) => journal.append(entry)));
  await journal.close();
  const reopened = await openJournal(path, schema);
  expect(reopened.entries).toEqual(numbers);
  await reopened.close();
});

test('a journal of plain JSON lines, as they were written before, is read and goes on', async () => {
  const gateway = await startGateway();
  const path = join(gateway.dataDir, 'plain.jsonl');
  const schema = v.object({ n: v.number() });
  await writeFile(path, '{"n":1}\n{"n":2}\n');
  const journal = await openJournal(path, schema);
  await journal.append({ n: 3 });
  await journal.close();
  const reopened = await openJournal(path, schema);
  expect(reopened.entries).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await reopened.close();
});

test('a line that was changed on the disk is not read', async () => {
  const gateway = await startGateway();
  const path = join(gateway.dataDir, 'changed.jsonl');
  const schema = v.object({ n: v.number() });
  const journal = await openJournal(path, schema);
  await journal.append({ n: 1 });
  await journal.close();
  await writeFile(path, (await readFile(path, 'utf8')).replace('1}', '2}'));
  await expect(openJournal(path, schema)).rejects.toThrow(
    `${path} is damaged (line 1: its checksum does not match)`,
  );
});
