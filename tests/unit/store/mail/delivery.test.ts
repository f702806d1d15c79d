import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createMailPoster } from '#server/store/mail/post-mail.ts';
import { readStoreState } from '#server/store/metrics/store-state.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { spend } from '../support/spending.ts';
import { mailsOfFile } from './mails-of-file.ts';

const { store, mailServer, outcomes, work, startSender, receivedBy, mailTo, rowsOf } = await mailsOfFile();
const { database, clock, logged } = store;

const hourMs = 3_600_000;
const newBuyer = async (): Promise<string> => {
  const customer = await store.newCustomer();
  await pay(store, customer, paymentRequest(), randomUUID());
  return customer;
};

it('a mail is sent once, with a Message-ID that its row has', async () => {
  const customer = await newBuyer();
  await work();
  await work();
  const { message, messageId } = mailTo(customer);
  expect(await rowsOf(customer)).toEqual([
    { id: messageId.replace('@shop.example', ''), kind: 'receipt', data: {}, outcome: 'sent' },
  ]);
  expect(message).toContain('From: "Shop: Tools" <mail@shop.example>\r\n');
  expect(message).not.toContain('List-Unsubscribe');
  expect(outcomes).toEqual(['sent']);
  expect(logged.filter(({ event }) => event.startsWith('mail'))).toEqual([]);
});

it('a mail is retried for three days while the mail server refuses it for now', async () => {
  const customer = await newBuyer();
  mailServer.follow(() => ({ command: 'DATA', code: 451 }));
  await work();
  for (let hours = 0; outcomes.at(-1) !== 'given-up'; hours += 8) {
    expect(hours).toBeLessThan(82);
    await clock.advance(8 * hourMs);
    await work();
  }
  expect(outcomes.length).toBeGreaterThan(8);
  expect(new Set(receivedBy(customer).map(({ messageId }) => messageId)).size).toBe(1);
  expect(await rowsOf(customer)).toMatchObject([{ outcome: 'given-up', data: {} }]);
  expect(JSON.stringify(logged)).not.toContain('@example.com');
});

it.each(['RCPT', 'DATA'] as const)('a mail is not retried after a 550 at %s', async (command) => {
  const customer = await newBuyer();
  mailServer.follow(() => ({ command, code: 550 }));
  await work();
  mailServer.follow(() => 'accept');
  await clock.advance(24 * hourMs);
  await work();
  expect(outcomes).toEqual(['refused']);
  expect(await rowsOf(customer)).toMatchObject([{ outcome: 'refused', data: {} }]);
});

it.each([
  ['MAIL', 550, 5],
  ['RCPT', 530, 5],
  ['DATA', 451, 5],
  ['RCPT', 452, 0],
] as const)('after %s and %i, a mail is retried, and the age is %i s', async (command, code, age) => {
  await newBuyer();
  mailServer.follow(() => ({ command, code }));
  await work();
  expect(await readStoreState(database)).toMatchObject({ oldestMailAge: age });
  mailServer.follow(() => 'accept');
  await clock.advance(hourMs);
  await work();
  expect(outcomes).toEqual(['failed', 'sent']);
  expect(await readStoreState(database)).toMatchObject({ oldestMailAge: 0 });
});

it('a mail that only a later release can write is retried for three days', async () => {
  const customer = await newBuyer();
  await database.query("update mails set kind = 'later' where customer_id = $1", [customer]);
  await work();
  expect(await readStoreState(database)).toMatchObject({ oldestMailAge: 5 });
  await clock.advance(72 * hourMs);
  await work();
  expect(outcomes).toEqual(['failed', 'given-up']);
  expect(await rowsOf(customer)).toMatchObject([{ outcome: 'given-up' }]);
});

it('a hanging mail server delays no other mail, and one of two processes sends the mail again', async () => {
  const [slow, other] = [await newBuyer(), await newBuyer()];
  mailServer.follow((to) => (to.startsWith(slow) ? 'hang' : 'accept'));
  await clock.advance(5_000);
  const hanging = startSender();
  await hanging.sendDue();
  await expect.poll(() => [receivedBy(slow).length, receivedBy(other).length]).toEqual([1, 1]);
  await hanging.close(0);
  await work();
  expect(receivedBy(slow)).toHaveLength(1);
  mailServer.follow(() => 'accept');
  await clock.advance(60_000);
  const another = startSender();
  await Promise.all([work(), another.sendDue()]);
  await another.idle();
  const [first, second, ...others] = receivedBy(slow);
  expect(second?.messageId).toBe(first?.messageId);
  expect(others).toEqual([]);
  expect(receivedBy(other)).toHaveLength(1);
});

it('an attempt ends if the mail server hangs or does not listen', async () => {
  mailServer.follow(() => 'hang');
  const mail = { from: 'a@shop.example', to: 'b@shop.example', text: 'x' };
  for (const [url, timeoutMs] of [[mailServer.url, 50] as const, ['smtp://127.0.0.1:1', 60_000] as const]) {
    const post = createMailPoster(url, timeoutMs);
    expect(await post(async () => mail, new AbortController().signal)).toMatchObject({ outcome: 'failed' });
  }
});

it('a mail goes to the verified address at that time, and to nobody after an erasure', async () => {
  const [changed, unverified, erased] = [await newBuyer(), await newBuyer(), await newBuyer()];
  const setEmail = 'update customers set email = $2 where customer_id = $1';
  await database.query(setEmail, [changed, 'new@example.com']);
  await database.query(setEmail, [unverified, null]);
  await createOperator(database).run('erase', erased, '--account-stays', '--yes');
  await work();
  expect(mailServer.received).toMatchObject([{ to: 'new@example.com' }]);
  expect(await rowsOf(unverified)).toMatchObject([{ outcome: 'no-address', data: {} }]);
  expect(await rowsOf(erased)).toMatchObject([{ outcome: 'erased', data: {} }]);
});

it('a blocked customer only gets mails about transactions', async () => {
  const customer = await newBuyer();
  const body = { low_balance: 1_000, expiring: true };
  await store.call('/api/notices', { method: 'PUT', as: customer, body });
  await spend(store, customer, 500);
  await database.query('update customers set blocked_at = store_now() where customer_id = $1', [customer]);
  await work();
  expect(await rowsOf(customer)).toMatchObject([
    { kind: 'low-balance', outcome: 'blocked' },
    { kind: 'receipt', outcome: 'sent' },
  ]);
});
