import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { shareEventSettings } from '#server/store/events/merchant-events.ts';
import { addExpiringMails } from '#server/store/mail/sender.ts';
import { actionXml } from '../support/odd-gateway.ts';
import { pay, paymentRequest, readLedger } from '../support/payment-requests.ts';
import { callCredits, spend } from '../support/spending.ts';
import { agree, changePlus, newCustomerWithCard } from '../top-up/customers.ts';
import { mailsOfFile } from './mails-of-file.ts';

const { store, mailServer, work, mailTo, receivedBy, rowsOf } = await mailsOfFile();
const { gateway, database, clock, config, topUps } = store;
const dayMs = 86_400_000;
const kindsOf = async (customer: string) => (await rowsOf(customer)).map(({ kind }) => kind);

it.each([
  ['refund', 'We refunded $2.50', actionXml('refund', '-2.50')],
  ['void', 'We canceled your payment of $10.00', undefined],
  ['chargeback', 'Your bank reversed your payment of $10.00', actionXml('return', '-10.00')],
] as const)('a %s has one mail, even if it pauses automatic top-up', async (_, subject, action) => {
  const customer = await newCustomerWithCard(store);
  await agree(store, customer);
  const key = randomUUID();
  await pay(store, customer.id, paymentRequest(), key);
  if (action === undefined) gateway.void(key);
  else gateway.saleActions.set(key, [action]);
  await store.recovery.recheck(key, 'event 1');
  await store.recovery.recheck(key, 'event 2');
  expect((await kindsOf(customer.id)).sort()).toEqual(['receipt', 'receipt', 'refund']);
  await work();
  const mail = receivedBy(customer.id).find((one) => one.subject === subject);
  expect(mail?.text).toContain('Automatic top-up is paused.');
});

it('a chargeback of a refunded purchase has a mail about the pause', async () => {
  const customer = await newCustomerWithCard(store);
  const key = randomUUID();
  await pay(store, customer.id, paymentRequest(), key);
  const actions = [actionXml('refund', '-10.00'), actionXml('return', '-10.00')];
  gateway.saleActions.set(key, actions.slice(0, 1));
  await store.recovery.recheck(key, 'event 1');
  await agree(store, customer);
  gateway.saleActions.set(key, actions);
  await store.recovery.recheck(key, 'event 2');
  expect((await kindsOf(customer.id)).sort()).toEqual(['receipt', 'receipt', 'refund', 'top-up-paused']);
});

it('a refund that the customer starts has one mail', async () => {
  const customer = await newCustomerWithCard(store);
  await agree(store, customer);
  const [{ id } = expect.fail()] = await readLedger(store, customer.token);
  const path = `/api/transactions/${id}/refund`;
  expect(await store.call(path, { method: 'POST', as: customer.token })).toMatchObject({ status: 200 });
  expect((await kindsOf(customer.id)).sort()).toEqual(['receipt', 'refund']);
});

/** Returns a customer whose balance has just fallen below the threshold of top-up. */
const newTopUp = async (): Promise<string> => {
  const customer = await newCustomerWithCard(store);
  await agree(store, customer);
  await clock.advance(1_800_000);
  await work();
  mailServer.received.length = 0;
  await spend(store, customer.id, 1_000);
  return customer.id;
};

it.each([
  [undefined, 'top-up-receipt', 'We charged your card ending in 1111 $10.00 automatically'],
  [202, 'top-up-failed', "We'll try again on "],
  [252, 'top-up-paused', 'Your bank declined this card and asked us not to retry it.'],
])('an automatic charge that the bank declines with %s only has the mail %s', async (code, kind, said) => {
  const customer = await newTopUp();
  if (code !== undefined) gateway.behavior = { refuseWith: code };
  await topUps.work();
  await work();
  expect(await kindsOf(customer)).toEqual(['receipt', kind]);
  expect(mailTo(customer).text).toContain(said);
  expect(mailTo(customer).text).toContain('card ending in 1111 $10.00 automatically');
});

it('a decline after top-up was turned off has a mail that announces no next try', async () => {
  const customer = await newTopUp();
  gateway.behavior = { refuseWith: 252 };
  const held = gateway.hold();
  const charging = topUps.work();
  await held.arrived;
  await database.query("select end_top_up($1, 'customer')", [customer]);
  held.release();
  await charging;
  await work();
  expect(mailTo(customer).text).toContain("We won't try again.");
});

it('a pause without a charge has one mail', async () => {
  const customer = await newTopUp();
  await changePlus(store, 'price_cents + 1');
  await topUps.work();
  await changePlus(store, 'price_cents - 1');
  await work();
  expect(mailTo(customer).text).toContain('The price or credits of your package have changed.');
});

const choose = (customer: string, low_balance: number | null, expiring = true) =>
  store.call('/api/notices', { method: 'PUT', as: customer, body: { low_balance, expiring } });

it('a low balance has a mail when the balance falls below the threshold, at most once a day', async () => {
  const customer = await store.newCustomer();
  await pay(store, customer, paymentRequest(), randomUUID());
  await choose(customer, 1_000);
  await spend(store, customer, 300);
  await callCredits(store, 'hold', customer, { credits: 1, expires_in: 3_600 });
  await spend(store, customer, 9);
  await work();
  expect(receivedBy(customer).map(({ subject }) => subject)).toContain('You have 999 credits left');
  for (const waitMs of [dayMs - 60_000, 60_000]) {
    await clock.advance(waitMs);
    await callCredits(store, 'grant', customer, { credits: 100, reason: 'x', priority: 50 });
    await spend(store, customer, 100);
  }
  await clock.advance(dayMs);
  await spend(store, customer, 1);
  expect(await kindsOf(customer)).toEqual(['low-balance', 'receipt', 'low-balance']);
});

it('expiring credits have a mail 14 and 3 days before, one for each day of expiry', async () => {
  await clock.set(new Date('2027-02-01T18:00:00Z'));
  const [customer, silent] = [await store.newCustomer(), await store.newCustomer()];
  await choose(silent, null, false);
  for (const [credits, expiry] of [
    [5, '2027-03-07T18:00:00Z'],
    [10, '2027-03-20T06:00:00Z'],
    [20, '2027-03-21T04:00:00Z'],
    [40, '2027-03-22T12:00:00Z'],
    [80, '2027-03-15T18:00:00Z'],
  ] as const) {
    if (credits === 80) await clock.set(new Date('2027-03-01T18:00:00Z'));
    const grant = { credits, reason: 'x', priority: 50, expires_at: new Date(expiry) };
    for (const to of [customer, silent]) await callCredits(store, 'grant', to, grant);
  }
  const sent: string[] = [];
  for (const day of ['04', '05', '06', '08', '12', '14', '17', '19', '21'])
    for (const hour of ['13', '15']) {
      await clock.set(new Date(`2027-03-${day}T${hour}:00:00Z`));
      mailServer.received.length = 0;
      await addExpiringMails(database);
      await work();
      sent.push(...mailServer.received.map(({ subject }) => `${day} ${hour}: ${subject}`));
    }
  expect(sent).toEqual([
    '04 15: 5 credits will expire on Mar 7, 2027',
    '06 15: 30 credits will expire on Mar 20, 2027',
    '08 15: 40 credits will expire on Mar 22, 2027',
    '12 15: 80 credits will expire on Mar 15, 2027',
    '17 15: 30 credits will expire on Mar 20, 2027',
    '19 15: 40 credits will expire on Mar 22, 2027',
  ]);
  expect(await rowsOf(silent)).toEqual([]);
});

it('a spending limit has a mail at 80 and 100 percent, each once a month, that no link stops', async () => {
  await clock.set(new Date('2027-04-20T12:00:00Z'));
  const customer = await store.newCustomer();
  await callCredits(store, 'grant', customer, { credits: 1_000, reason: 'x', priority: 50 });
  const setLimit = (credits: number) =>
    database.query('select save_spending_limit($1, $2, store_now())', [customer, credits]);
  await setLimit(100);
  await spend(store, customer, 79);
  await spend(store, customer, 14);
  await work();
  expect(mailTo(customer).subject).toBe('You have used 93% of your spending limit');
  expect(mailTo(customer).text).toContain('Services can use at most 7 credits more until May 1, 2027.');
  mailServer.received.length = 0;
  await spend(store, customer, 7);
  await work();
  expect(mailTo(customer).subject).toBe('You have reached your spending limit');
  expect(mailTo(customer).text).toContain("Services can't use more credits until May 1, 2027, unless");
  expect(mailTo(customer).message).not.toContain('List-Unsubscribe');
  await setLimit(120);
  await spend(store, customer, 20);
  expect(await rowsOf(customer)).toHaveLength(2);
  await clock.set(new Date('2027-05-01T05:00:00Z'));
  await spend(store, customer, 100);
  await spend(store, customer, 20);
  expect(await rowsOf(customer)).toHaveLength(4);
  await database.query('update customers set blocked_at = store_now() where customer_id = $1', [customer]);
  await work();
  expect((await rowsOf(customer)).map(({ outcome }) => outcome)).toEqual([
    'sent',
    'sent',
    'blocked',
    'blocked',
  ]);
});

it('a store without a mail server writes no mails', async () => {
  await shareEventSettings(database, { lowBalanceCredits: 0 });
  const customer = await store.newCustomer();
  await pay(store, customer, paymentRequest(), randomUUID());
  await shareEventSettings(database, config);
  expect(await rowsOf(customer)).toEqual([]);
});
