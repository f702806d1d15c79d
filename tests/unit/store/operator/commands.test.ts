import { beforeEach, describe, expect, it } from 'vitest';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { openCase } from '#server/store/payments/open-cases.ts';
import { silentLog } from '../support/logs.ts';
import { createOperator, type Operator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectComplaint, refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

let operator: Operator;
let customer: string;
let email: string;
let order: string;
const store = await storeOfFile();
beforeEach(async () => {
  operator = createOperator(store.database, store.gateway);
  await store.database.query('delete from open_cases');
  customer = await store.newCustomer();
  email = `${customer}@example.com`;
  order = crypto.randomUUID();
});

const balance = async () => (await store.call('/api/credits/balance', { as: customer })).body;
const lastActions = async (limit = 1) => (await operator.json('audit', '--limit', String(limit))).actions;
const open = (reference: string) => {
  const found = { reference, customerId: customer, attemptId: null, evidence: { amountCents: 1000 } };
  return openCase({ database: store.database, log: silentLog }, { kind: 'chargeback', ...found });
};

describe('coffer customer', () => {
  it('finds a customer by id or by email in any letter case', async () => {
    await pay(store, customer, paymentRequest(), order);
    await open(order);
    const shown = await operator.json('customer', email.toUpperCase());
    expect(shown).toMatchObject({
      customer: { id: customer, email, firstName: 'Ada', lastName: 'King' },
      account: { balance: 1300, spentCents: 1000, creditsPurchased: 1300, entries: 1 },
      purchases: [{ orderId: order, status: 'completed', amountCents: 1000, refundedCents: 0 }],
      attempts: [{ attemptId: order, state: 'settled', timesSent: 1 }],
      cases: [{ kind: 'chargeback', closedAt: null }],
    });
    expect(await operator.json('customer', customer)).toEqual(shown);
    const { text } = await operator.run('customer', email);
    expect(text).toContain('Balance    1,300 credits');
    expect(text).toContain(`${order}  2026-11-20 12:00:00  completed  $10.00`);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const [action] = await lastActions();
    expect(action).toMatchObject({ operator: 'grace', command: 'customer', customerId: customer });
  });

  it('lists all customers with the same email instead of guessing', async () => {
    const other = await store.newCustomer();
    await store.database.query('update customers set email = $2 where customer_id = $1', [other, email]);
    const { exitCode, complaints } = await operator.run('customer', email);
    expect(exitCode).toBe(1);
    expect(complaints).toContain(customer);
    expect(complaints).toContain(other);
  });

  it('reports an unknown customer', async () => {
    const complaint = 'No customer has the email or id unknown@example.com.';
    await expectComplaint(operator.run('customer', 'unknown@example.com'), complaint);
  });
});

describe('coffer attempt', () => {
  it('shows everything about an attempt', async () => {
    const request = paymentRequest();
    store.gateway.behavior = 'answer 429';
    await pay(store, customer, request, order);
    store.gateway.behavior = 'charge';
    await pay(store, customer, request, order);
    const id = store.gateway.transactionIdOf(order);
    const story = await operator.json('attempt', order.toUpperCase());
    expect(story).toMatchObject({
      customerId: customer,
      attempt: { attemptId: order, state: 'settled', decidedBy: 'gateway', timesSent: 2 },
      transaction: { orderId: order, status: 'completed', gatewayTransactionId: id },
      movements: [
        {
          movement: 1,
          kind: 'purchase',
          cause: 'attempt',
          postings: [
            { debit: 'credits_sold', credit: 'credits', amount: 1200 },
            { debit: 'gateway', credit: 'sales', amount: 1000 },
            { debit: 'promotions', credit: 'bonus', amount: 100 },
          ],
        },
      ],
      gateway: { read: true, transactions: [{ transactionId: id, condition: 'pendingsettlement' }] },
      events: [],
      cases: [],
      actions: [],
    });
    const { text } = await operator.run('attempt', order);
    expect(text).toContain('gateway -> sales  1000');
    expect(text).toContain(`${id}  pendingsettlement`);
    expect(text).toContain('Operator actions');
  });

  it('shows an attempt even without a gateway or its response', async () => {
    await pay(store, customer, paymentRequest(), order);
    const offline = createOperator(store.database);
    const unread = { read: false, why: 'GATEWAY_URL is not set' };
    expect((await offline.json('attempt', order)).gateway).toEqual(unread);
    const unreachable = createOperator(store.database, { url: 'http://127.0.0.1:2', securityKey: 'x' });
    const unanswered = { read: false, why: 'the gateway did not respond' };
    expect((await unreachable.json('attempt', order)).gateway).toEqual(unanswered);
  });

  it('reports an unknown attempt', async () => {
    expect((await operator.run('attempt', order)).complaints).toBe(`There is no attempt ${order}.`);
    expect(await operator.run('attempt', '42')).toMatchObject({ exitCode: 1 });
  });
});

describe('coffer adjust', () => {
  const adjust = (credits: string, ...more: string[]) =>
    operator.run('adjust', email, credits, '--reason', 'A late delivery', ...more);

  it('adds and removes credits in the books and records them in the audit', async () => {
    const done = { exitCode: 0, text: 'Done. The balance is 500 credits.' };
    expect(await adjust('500', '--yes')).toMatchObject(done);
    expect(await adjust('-200', '--yes')).toMatchObject({ text: 'Done. The balance is 300 credits.' });
    expect(await balance()).toEqual({ balance: 300 });
    expect(await findBookErrors(store.database, customer)).toEqual([]);
    const [taken] = await lastActions();
    expect(taken).toMatchObject({
      operator: 'grace',
      command: 'adjust',
      customerId: customer,
      reason: 'A late delivery',
      details: { credits: -200 },
      at: '2026-11-20T12:00:00.000Z',
    });
    expect(JSON.stringify(taken)).not.toContain(email);
  });

  it('keeps adjustments and balances, including purchases, within 10^12 credits', async () => {
    for (const credits of ['1000000000001', '-1000000000001', String(Number.MAX_SAFE_INTEGER)])
      await expectComplaint(
        adjust(credits, '--yes', '--below-zero'),
        expect.stringContaining('at most 1,000,000,000,000 credits.'),
      );
    const { balance: before } = (await balance()) as { balance: number };
    expect(await adjust(String(10 ** 12 - before), '--yes')).toMatchObject({ exitCode: 0 });
    expect(await adjust('1', '--yes')).toMatchObject({ exitCode: 1 });
    const buy = () => pay(store, customer, paymentRequest(), crypto.randomUUID());
    const full = refusal(400, 'invalid-request');
    expect(await buy()).toMatchObject(full);
    // Leave room below the limit for only one of two concurrent purchases.
    expect(await adjust('-2000', '--yes')).toMatchObject({ exitCode: 0 });
    const { arrived, release } = store.gateway.hold();
    const first = buy();
    await arrived;
    expect(await buy()).toMatchObject(full);
    expect(await adjust('701', '--yes')).toMatchObject({ exitCode: 1 });
    release();
    expect(await first).toMatchObject({ status: 200 });
    // The limit also applies to a retry of a purchase that the gateway didn't charge.
    const unsent = [paymentRequest({ product_id: 'starter-500' }), crypto.randomUUID()] as const;
    store.gateway.behavior = 'answer 429';
    expect(await pay(store, customer, ...unsent)).toMatchObject({ status: 503 });
    store.gateway.behavior = 'charge';
    expect(await adjust('700', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await pay(store, customer, ...unsent)).toMatchObject(full);
    await store.call(`/api/checkout/attempts/${unsent[1]}`, { method: 'DELETE', as: customer });
    const lowest = String(before - 10 ** 12);
    expect(await adjust(lowest, '--yes', '--below-zero')).toMatchObject({ exitCode: 0 });
  });

  it('asks for confirmation and accepts only yes', async () => {
    for (const answer of ['', 'y', 'no']) {
      operator.answer = answer;
      expect(await adjust('500')).toEqual({
        exitCode: 1,
        text: '',
        complaints: `Give 500 credits to customer ${customer}? Type yes to continue:\nNothing was changed.`,
      });
    }
    expect(await balance()).toEqual({ balance: 0 });
    operator.answer = 'yes';
    expect(await adjust('1')).toMatchObject({ exitCode: 0 });
  });

  it('rejects a balance below zero unless --below-zero is set', async () => {
    await adjust('10', '--yes');
    const complaint =
      'The balance is 10 credits: this would put it below zero. To allow that, add --below-zero.';
    await expectComplaint(adjust('-11', '--yes'), complaint);
    expect(await adjust('-11', '--yes', '--below-zero')).toMatchObject({ exitCode: 0 });
    expect(await balance()).toEqual({ balance: -1 });
    expect(await findBookErrors(store.database, customer)).toEqual([]);
  });
});

describe('coffer open', () => {
  it('lists open cases and attempts with their reasons', async () => {
    expect((await operator.run('open')).text).toBe('Nothing is open.');
    store.gateway.behavior = 'charge, then cut the connection';
    await pay(store, customer, paymentRequest(), order);
    await open('processor-1/77');
    const { cases, attempts } = await operator.json('open');
    expect(cases).toMatchObject([{ kind: 'chargeback', customerId: customer, reference: 'processor-1/77' }]);
    expect(attempts).toEqual([
      {
        attemptId: order,
        customerId: customer,
        state: 'sending',
        amountCents: 1000,
        sentAt: '2026-11-20T12:00:00.000Z',
        checkAt: '2026-11-20T12:00:01.000Z',
        why: 'the card may have been charged; the gateway has not confirmed it yet',
      },
    ]);
    const { text } = await operator.run('open');
    expect(text).toContain('Cases for you to decide (1)');
    expect(text).toContain(`${order}  $10.00`);
    await store.recovery.sweep('all');
    expect((await operator.json('open')).attempts).toEqual([]);
  });

  it('closes a case permanently', async () => {
    await open('processor-1/78');
    const [{ caseId }] = (await operator.json('open')).cases;
    const close = () => operator.run('open', 'close', caseId, '--note', 'The bank was right');
    expect(await close()).toMatchObject({ exitCode: 0, text: `Case ${caseId} is closed.` });
    await expectComplaint(close(), `Case ${caseId} is already closed. Nothing was changed.`);
    expect(await operator.run('open', 'close', order, '--note', 'x')).toMatchObject({ exitCode: 1 });
    expect(
      await store.database.query('select closed_by, resolution from open_cases where case_id = $1', [caseId]),
    ).toEqual([{ closed_by: 'grace', resolution: 'The bank was right' }]);
    expect(await lastActions()).toMatchObject([
      { command: 'open close', subject: caseId, reason: 'The bank was right', result: 'closed' },
    ]);
  });
});

describe('coffer books', () => {
  it('reports how much it checked and when the last movement was', async () => {
    await pay(store, customer, paymentRequest(), order);
    const { exitCode, text } = await operator.run('books');
    expect(exitCode).toBe(0);
    expect(text).toMatch(
      /^The books are sound: \d+ accounts, \d+ movements, the last of \d{4}-[\d-]+T[\d:.]+Z\.$/,
    );
    expect(await operator.json('books')).toMatchObject({ errors: [] });
  });

  it('lists errors and exits with code 1', async () => {
    const add = 'update accounts set balance = balance + $2 where customer_id = $1';
    const change = (credits: number) => store.database.query(add, [customer, credits]);
    await change(1);
    const { exitCode, text } = await operator.run('books');
    await change(-1);
    expect(exitCode).toBe(1);
    expect(text).toMatch(new RegExp(`^${customer} +balance +1 +0$`, 'm'));
  });
});

it('the audit lists the actions about one customer', async () => {
  await operator.run('customer', email);
  await operator.run('adjust', email, '5', '--reason', 'Why not', '--yes');
  await operator.run('customer', await store.newCustomer());
  const { actions } = await operator.json('audit', '--customer', customer);
  expect(actions.map(({ command }: { command: string }) => command).sort()).toEqual(['adjust', 'customer']);
  expect((await operator.run('audit', '--customer', email)).text).toContain('because Why not');
  await expectComplaint(operator.run('audit', '--customer', 'x'), 'No customer has the email or id x.');
});

describe('the command line', () => {
  it.each([
    [[]],
    [['opens']],
    [['customer']],
    [['customer', 'a', 'b']],
    [['customer', 'a', '--limit', '0']],
    [['adjust', 'a', '5']],
    [['adjust', 'a', '0', '--reason', 'x']],
    [['adjust', 'a', '1.5', '--reason', 'x']],
    [['adjust', 'a', '5', '--reason', ' ']],
    [['adjust', 'a', '5', '--reason', 'said ada@example.com']],
    [['open', 'close', 'x', '--note', 'y']],
    [['open', 'close', crypto.randomUUID()]],
    [['audit', '--all']],
  ])('rejects the arguments %j', async (args) => {
    const { exitCode, text, complaints } = await operator.run(...args);
    expect({ exitCode, text }).toEqual({ exitCode: 2, text: '' });
    expect(complaints).not.toBe('');
  });

  it.each([
    [['--help']],
    [['adjust', '--help']],
    [['open', 'close', '--help']],
    [['top-ups', 'list', '--help']],
    [['help', 'customer']],
  ])('prints help within 80 columns for %j', async (args) => {
    const { exitCode, text, complaints } = await operator.run(...args);
    expect({ exitCode, complaints }).toEqual({ exitCode: 0, complaints: '' });
    expect(text).toContain('Usage: coffer');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
