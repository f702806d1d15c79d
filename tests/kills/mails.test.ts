import { afterAll, expect, test, vi } from 'vitest';
import { mailEnvironment, startScriptedMailServer } from '../unit/store/mail/mail-server.ts';
import { send, type TestAttempt } from './buyer.ts';
import { settling, settlingLimitMs, worldOfFile } from './world.ts';

const mailServer = await startScriptedMailServer();
// Hooks run in reverse order, so the mail server closes after the stores.
afterAll(() => mailServer.close());
const world = await worldOfFile(undefined, mailEnvironment(mailServer.url));

const kill = () => {
  for (let index = 0; index < world.processes; index += 1) world.stores.kill(index);
};
const idsOf = (attempt: TestAttempt) =>
  mailServer.received
    .filter(({ to }) => to === `${attempt.customer.id}@example.com`)
    .map(({ messageId }) => messageId);
const buy = async (index: number): Promise<TestAttempt> => {
  const customer = world.customers[index] ?? expect.fail('There are too few customers.');
  const card = { payment_token: await world.gateway.newToken(), save_card: false };
  const attempt: TestAttempt = { key: crypto.randomUUID(), customer, product: 'plus-1200', card, told: [] };
  await send(world.store, attempt);
  expect(attempt.told).toEqual(['charged']);
  return attempt;
};

test(
  'killing the stores before and while they send a receipt loses none, and each has one Message-ID',
  async () => {
    const unsent = await buy(0);
    kill();
    await vi.waitUntil(() => idsOf(unsent).length === 1, settling);
    await world.stores.ready();

    mailServer.onNextMessage(kill);
    const cut = await buy(1);
    await vi.waitUntil(() => idsOf(cut).length === 2, { ...settling, timeout: 2 * settlingLimitMs });
    expect(new Set(idsOf(cut)).size).toBe(1);

    await world.stores.ready();
    await world.stores.stop();
    const rows = await world.inBooks((books) =>
      books.query('select kind, outcome from mails order by created_at'),
    );
    expect(rows).toEqual([
      { kind: 'receipt', outcome: 'sent' },
      { kind: 'receipt', outcome: 'sent' },
    ]);
  },
  6 * settlingLimitMs,
);
