import { randomUUID } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import * as v from 'valibot';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shareEventSettings } from '#server/store/events/merchant-events.ts';
import { createMailPoster } from '#server/store/mail/post-mail.ts';
import { createMailSender, type MailSender } from '#server/store/mail/sender.ts';
import { noMeter } from '#server/store/metrics/meter.ts';
import { readStoreState } from '#server/store/metrics/store-state.ts';
import { payAndSave, signIn } from '../support/card-payments.ts';
import { actionXml } from '../support/odd-gateway.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { callCredits, spend } from '../support/spending.ts';
import { storeOfFile } from '../support/store-under-test.ts';
import { agree, newCustomerWithCard } from '../top-up/customers.ts';
import { mailEnvironment, type Script, startScriptedMailServer } from './mail-server.ts';

const dayMs = 86_400_000;
const timeoutMs = 2_000;
const mailServer = await startScriptedMailServer();
afterAll(() => mailServer.close());
const store = await storeOfFile(mailEnvironment(mailServer.url));
const { database, clock, logged, config } = store;
await shareEventSettings(database, config);

const outcomes: string[] = [];
let sender: MailSender;
const createSender = (): MailSender => {
  if (config.mail === undefined) throw new Error('Mail is not configured.');
  return createMailSender({
    config: config.mail,
    database,
    log: {
      info: (line) => logged.push(line),
      warn: (line) => logged.push(line),
      error: (line) => logged.push(line),
    },
    meter: { ...noMeter, mailSent: (outcome) => void outcomes.push(outcome) },
    poster: createMailPoster(config.mail, timeoutMs),
    leaseMs: 2 * timeoutMs,
    lookUp: (orderId) => store.recovery.recheck(orderId, 'records'),
  });
};
beforeEach(() => {
  mailServer.reset();
  outcomes.length = 0;
  sender = createSender();
});
afterEach(async () => {
  await sender.close(0);
  await database.query(
    "update mails set next_attempt_at = null, ended_because = 'test' where next_attempt_at is not null",
  );
});

/** Sends what is due, also after the wait for a card's digits. */
const work = async () => {
  await sender.work();
  await sender.idle();
  await clock.advance(30_000);
  await sender.work();
  await sender.idle();
};
const emailOf = (customer: string) => `${customer}@example.com`;
const rowSchema = v.array(
  v.object({
    id: v.string(),
    kind: v.string(),
    ended: v.nullable(v.string()),
    attempts: v.number(),
    data: v.unknown(),
  }),
);
const mailsOf = async (customer: string) =>
  v.parse(
    rowSchema,
    await database.query(
      `select mail_id as id, kind, coalesce(ended_because, sent_at::text) as ended, attempts, data
       from mails where customer_id = $1 order by created_at, kind`,
      [customer],
    ),
  );
const decode = (part: string): string =>
  Buffer.from(
    part
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString();
const receivedBy = (customer: string) => mailServer.received.filter(({ to }) => to === emailOf(customer));
/** Returns the customer's only email. */
const mailTo = (customer: string) => {
  const [mail, ...others] = receivedBy(customer);
  if (mail === undefined || others.length > 0) expect.fail(`${others.length} more emails`);
  return { ...mail, text: decode(mail.message) };
};
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'no-inline-style': 'off',
    // The form is XHTML's, and the rule is about taste.
    'doctype-style': 'off',
    'long-title': 'off',
  },
});
const html = (text: string): string => /<!doctype html>[\s\S]*<\/html>/.exec(text)?.[0] ?? '';
const expectValidHtml = async (text: string) => {
  const { results } = await validator.validateString(html(text));
  expect(
    results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  ).toEqual([]);
};

describe('a receipt', () => {
  it('is sent once, after the purchase, and says what was bought with which card', async () => {
    const customer = await store.newCustomer();
    const key = randomUUID();
    const { body } = await pay(store, customer, paymentRequest(), key);
    await pay(store, customer, paymentRequest(), key);
    await work();
    await work();
    const { message, messageId, text } = mailTo(customer);
    const [row, ...others] = await mailsOf(customer);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ kind: 'receipt', attempts: 1, data: {} });
    expect(messageId).toBe(`${row?.id}@shop.example`);
    expect(message).toContain('From: Shop <mail@shop.example>\r\n');
    expect(message).not.toContain('List-Unsubscribe');
    for (const said of [
      'We charged your Visa ending in 1111 $10.00, and added 1,300 credits.',
      'Package: ',
      'Balance after: 1,300',
      `Transaction ID: ${v.parse(v.object({ transaction_id: v.string() }), body).transaction_id}`,
      'https://shop.example/dashboard?tx=',
      'The <Shop> & Co., 1 Main Street, Chicago, IL 60601',
      'Questions? help@shop.example',
      'The &lt;Shop&gt; &amp; Co.',
    ])
      expect(text).toContain(said);
    await expectValidHtml(text);
    expect(outcomes).toEqual(['sent']);
    expect(logged.filter(({ event }) => event.startsWith('mail'))).toEqual([]);
  });

  it('has the same Message-ID in each attempt, and is given up after three days', async () => {
    const customer = await store.newCustomer();
    await pay(store, customer, paymentRequest(), randomUUID());
    mailServer.follow(() => ({ command: 'DATA', code: 451 }));
    await work();
    expect(await readStoreState(database)).toMatchObject({ waitingMails: 1, oldestMailAge: 30 });
    const [row] = await mailsOf(customer);
    let attempts = 1;
    for (; outcomes.at(-1) !== 'given-up'; attempts += 1) {
      await clock.advance(8 * 3_600_000);
      await sender.work();
      await sender.idle();
    }
    expect(attempts).toBeGreaterThan(8);
    expect(new Set(receivedBy(customer).map(({ messageId }) => messageId))).toEqual(
      new Set([`${row?.id}@shop.example`]),
    );
    expect(await mailsOf(customer)).toMatchObject([{ ended: 'given-up', data: {} }]);
    expect(await readStoreState(database)).toMatchObject({ waitingMails: 0, oldestMailAge: 0 });
    expect(JSON.stringify(logged)).not.toContain(emailOf(customer));
  });

  it.each<[string, Script]>([
    ['the recipient', { command: 'RCPT', code: 550 }],
    ['the message', { command: 'DATA', code: 554 }],
  ])('is not retried if the mail server refuses %s', async (_, script) => {
    const customer = await store.newCustomer();
    await pay(store, customer, paymentRequest(), randomUUID());
    mailServer.follow(() => script);
    await work();
    mailServer.follow(() => 'accept');
    await clock.advance(dayMs);
    await work();
    expect(outcomes).toEqual(['refused']);
    expect(await mailsOf(customer)).toMatchObject([{ ended: 'refused', attempts: 1 }]);
  });

  it('is sent again if the mail server hangs, and delays no other mail', async () => {
    const [slow, other] = [await store.newCustomer(), await store.newCustomer()];
    for (const customer of [slow, other]) await pay(store, customer, paymentRequest(), randomUUID());
    mailServer.follow((to) => (to === emailOf(slow) ? 'hang' : 'accept'));
    await clock.advance(30_000);
    await sender.work();
    await expect.poll(() => receivedBy(other)).toHaveLength(1);
    await sender.idle();
    expect(outcomes).toEqual(['sent', 'failed']);
    mailServer.follow(() => 'accept');
    await work();
    const [first, second] = receivedBy(slow);
    expect(second?.messageId).toBe(first?.messageId);
    expect(outcomes).toEqual(['sent', 'failed', 'sent']);
  });

  it('is sent once by two processes, and again if both end before the mail server responds', async () => {
    const customer = await store.newCustomer();
    await pay(store, customer, paymentRequest(), randomUUID());
    mailServer.follow(() => 'hang');
    await clock.advance(30_000);
    const other = createSender();
    await Promise.all([sender.work(), other.work()]);
    await expect.poll(() => receivedBy(customer)).toHaveLength(1);
    await Promise.all([sender.close(0), other.close(0)]);
    mailServer.follow(() => 'accept');
    sender = createSender();
    await clock.advance(2 * timeoutMs);
    await work();
    const ids = receivedBy(customer).map(({ messageId }) => messageId);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await mailsOf(customer)).toMatchObject([{ attempts: 2 }]);
  });
});

describe('a mail', () => {
  it('is not sent without a verified address, or after an erasure', async () => {
    const [unverified, erased] = [await store.newCustomer(), await store.newCustomer()];
    for (const customer of [unverified, erased]) await pay(store, customer, paymentRequest(), randomUUID());
    await database.query('update customers set email = null where customer_id = $1', [unverified]);
    await createOperator(database).run('erase', erased, '--account-stays', '--yes');
    await work();
    expect(mailServer.received).toEqual([]);
    expect(await mailsOf(unverified)).toMatchObject([{ ended: 'no-address', data: {} }]);
    expect(await mailsOf(erased)).toMatchObject([{ ended: 'erased', data: {} }]);
  });

  it('is only about payments if the customer is blocked', async () => {
    const customer = await store.newCustomer();
    await pay(store, customer, paymentRequest(), randomUUID());
    await store.call('/api/notices', {
      method: 'PUT',
      as: customer,
      body: { low_balance: 1_000, expiring: true },
    });
    await spend(store, customer, 500);
    await database.query('update customers set blocked_at = store_now() where customer_id = $1', [customer]);
    await work();
    expect((await mailsOf(customer)).map(({ kind, ended }) => [kind, ended])).toEqual([
      ['low-balance', 'blocked'],
      ['receipt', expect.stringMatching(/^\d/)],
    ]);
  });

  it('is not written by a store without a mail server', async () => {
    await shareEventSettings(database, { lowBalanceCredits: 0 });
    const customer = await store.newCustomer();
    await pay(store, customer, paymentRequest(), randomUUID());
    await spend(store, customer, 1_300);
    await shareEventSettings(database, config);
    expect(await mailsOf(customer)).toEqual([]);
  });
});

it('a refund and a void have one mail each, and a chargeback has none', async () => {
  const reversals = [
    [
      'We refunded $2.50 to your Visa ending in 1111, and removed 325 credits.',
      (key: string) => store.gateway.saleActions.set(key, [actionXml('refund', '-2.50')]),
    ],
    ['We canceled your payment of $10.00 before your Visa ending in 1111 was charged', store.gateway.void],
    [undefined, (key: string) => store.gateway.saleActions.set(key, [actionXml('return', '-10.00')])],
  ] as const;
  for (const [said, reverse] of reversals) {
    const customer = await store.newCustomer();
    const key = randomUUID();
    await pay(store, customer, paymentRequest(), key);
    await work();
    mailServer.reset();
    await reverse(key);
    await store.recovery.recheck(key, 'event 1');
    await store.recovery.recheck(key, 'event 2');
    await work();
    if (said === undefined) expect(mailServer.received).toEqual([]);
    else {
      const { text } = mailTo(customer);
      expect(text).toContain(said);
      await expectValidHtml(text);
    }
  }
});

it('automatic top-up has mails about its charges, failures and pauses', async () => {
  const customer = await newCustomerWithCard(store);
  await agree(store, customer);
  await clock.advance(1_800_000);
  await work();
  mailServer.reset();
  await spend(store, customer.id, 1_000);
  await store.topUps.work();
  await work();
  const charged = mailTo(customer.id).text;
  expect(charged).toContain(
    'We charged your Visa ending in 1111 $10.00 automatically, and added 1,300 credits.',
  );
  expect(charged).toContain('Billing: https://shop.example/billing');
  await expectValidHtml(charged);
  mailServer.reset();

  store.gateway.behavior = { refuseWith: 252 };
  await clock.advance(1_800_000);
  await spend(store, customer.id, 1_300);
  await store.topUps.work();
  await work();
  const texts = receivedBy(customer.id).map(({ message }) => decode(message));
  expect(texts).toHaveLength(2);
  expect(texts.join()).toContain("We couldn't charge your Visa ending in 1111 $10.00 automatically.");
  expect(texts.join()).toContain("Automatic top-up is paused. We won't charge your card.");
  for (const text of texts) await expectValidHtml(text);
});

const notices = (customer: string, body?: unknown) =>
  store.call('/api/notices', { as: customer, ...(body !== undefined && { method: 'PUT', body }) });

describe('a notice of a low balance', () => {
  it('is sent when the balance falls below the threshold, at most once in 24 hours', async () => {
    const customer = await store.newCustomer();
    await payAndSave(store, await signIn(store, customer));
    await work();
    mailServer.reset();
    await spend(store, customer, 100);
    expect(await notices(customer, { low_balance: 1_000, expiring: true })).toMatchObject({ status: 200 });
    await spend(store, customer, 200);
    await work();
    expect(mailServer.received).toEqual([]);
    await callCredits(store, 'hold', customer, { credits: 1, expires_in: 3_600 });
    await spend(store, customer, 9);
    await work();
    const { message, text } = mailTo(customer);
    expect(text).toContain('You have 999 credits left.');
    expect(text).toContain('You asked us to tell you when your balance falls below 1,000 credits.');
    expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    await expectValidHtml(text);

    for (const waitMs of [dayMs - 90_000, 120_000]) {
      await clock.advance(waitMs);
      await callCredits(store, 'grant', customer, { credits: 100, reason: 'x', priority: 50 });
      await spend(store, customer, 100);
    }
    await work();
    expect(receivedBy(customer)).toHaveLength(2);
    expect((await mailsOf(customer)).filter(({ kind }) => kind === 'low-balance')).toHaveLength(2);
  });

  it('stops with one POST of its link, and a GET changes nothing', async () => {
    const customer = await store.newCustomer();
    await pay(store, customer, paymentRequest(), randomUUID());
    await notices(customer, { low_balance: 1_300, expiring: true });
    await spend(store, customer, 1);
    await work();
    const message = receivedBy(customer)
      .map((mail) => mail.message)
      .find((one) => one.includes('List-Unsubscribe:'));
    const path =
      /^List-Unsubscribe:\s+<https:\/\/api\.shop\.example(\/mail\/unsubscribe\/[\w-]{43})>\r$/m.exec(
        message ?? '',
      )?.[1] ?? '';
    const page = await store.app.request(`http://localhost${path}`, { headers: { Host: 'localhost' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    await expectValidHtml(await page.text());
    expect((await notices(customer)).body).toEqual({ low_balance: 1_300, expiring: true });
    const post = () =>
      store.app.request(`http://localhost${path}`, {
        method: 'POST',
        headers: {
          Host: 'localhost',
          Origin: 'https://mail.example',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: 'List-Unsubscribe=One-Click',
      });
    for (let times = 0; times < 2; times += 1) {
      const done = await post();
      expect(done.status).toBe(200);
      await expectValidHtml(await done.text());
    }
    expect((await notices(customer)).body).toEqual({ low_balance: null, expiring: true });
    const unknown = await store.app.request('http://localhost/mail/unsubscribe/x', {
      method: 'POST',
      headers: { Host: 'localhost' },
    });
    expect(unknown.status).toBe(404);
    expect(JSON.stringify(logged)).not.toContain(path.slice(-43));
  });
});

it('expiring credits have a mail 14 and 3 days before, one for each day of expiry', async () => {
  await clock.set(new Date('2027-03-01T18:00:00Z'));
  const [customer, silent] = [await store.newCustomer(), await store.newCustomer()];
  await notices(silent, { low_balance: null, expiring: false });
  const grant = (to: string, credits: number, expires_at: string) =>
    callCredits(store, 'grant', to, { credits, reason: 'x', priority: 50, expires_at: new Date(expires_at) });
  for (const to of [customer, silent]) {
    await grant(to, 10, '2027-03-20T06:00:00Z');
    await grant(to, 20, '2027-03-21T04:00:00Z');
    await grant(to, 40, '2027-03-22T12:00:00Z');
  }
  await work();
  const sentOn: string[] = [];
  for (let day = 1; day <= 21; day += 1) {
    for (const hour of ['13:00', '15:30', '23:00']) {
      await clock.set(new Date(`2027-03-${String(day).padStart(2, '0')}T${hour}:00Z`));
      mailServer.reset();
      await sender.work();
      await sender.idle();
      for (const { message } of mailServer.received)
        sentOn.push(`${day} ${hour}: ${/^Subject: (.*)\r$/m.exec(message)?.[1]}`);
    }
  }
  expect(sentOn).toEqual([
    '6 15:30: 30 credits expire on Mar 20, 2027',
    '8 15:30: 40 credits expire on Mar 22, 2027',
    '17 15:30: 30 credits expire on Mar 20, 2027',
    '19 15:30: 40 credits expire on Mar 22, 2027',
  ]);
  expect(await mailsOf(silent)).toEqual([]);
});

it('the notices are off for a low balance at first, and hidden without a mail server', async () => {
  const customer = await store.newCustomer();
  expect((await notices(customer)).body).toEqual({ low_balance: null, expiring: true });
  expect((await notices(customer, { low_balance: 5, expiring: false })).body).toEqual({
    low_balance: 5,
    expiring: false,
  });
  expect(await notices(customer, { low_balance: 0, expiring: false })).toMatchObject({ status: 400 });
  expect(await notices(randomUUID())).toMatchObject({ status: 404 });
});
