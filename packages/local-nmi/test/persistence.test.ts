import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openJournal } from 'local-services/durable/journal.ts';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
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
