import { beforeEach, describe, expect, it } from 'vitest';
import { createCredits } from '#server/store/credits/create-credits.ts';
import { createMerchant } from '../support/merchant.ts';
import { createOperator, type Operator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectComplaint } from '../support/refusals.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';
import { findTablesWith } from '../support/test-database.ts';

let operator: Operator;
let customer: string;
let email: string;
const store = await storeOfFile({ TRUSTED_PROXIES: '1' });

let personal: { given_name: string; family_name: string; phone_number: string };
const signIn = async (seconds = -60) => {
  const auth_time = store.clock.now.getTime() / 1000 + seconds;
  const as = await store.pool.accessToken(customer, { auth_time });
  return (await store.call('/api/auth/profile', { as })).body;
};
beforeEach(async () => {
  operator = createOperator(store.database);
  customer = crypto.randomUUID();
  email = `perpetua-${customer}@example.org`;
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  personal = {
    given_name: `Perpetua ${number}`,
    family_name: `Quillfeather ${number}`,
    phone_number: `+1${String(number).padStart(10, '5')}`,
  };
  store.pool.attributes.set(customer, { email, ...personal });
  await signIn();
});

const tablesWith = (text: string) => findTablesWith(store.database, text);

describe('coffer export', () => {
  it('prints all of a customer’s data', async () => {
    const order = crypto.randomUUID();
    await pay(store, customer, paymentRequest(), order);
    await operator.run('adjust', email, '7', '--reason', 'A gift', '--yes');
    const exported = await operator.json('export', email);
    expect(exported).toMatchObject({
      customer: {
        id: customer,
        email,
        firstName: personal.given_name,
        lastName: personal.family_name,
        phone: personal.phone_number,
      },
      account: { balance: 1307 },
      purchases: [{ orderId: order, amountCents: 1000 }],
      attempts: [{ attemptId: order }],
      withdrawnAttempts: [],
      movements: [{ kind: 'purchase' }, { kind: 'adjustment' }],
      refunds: [],
      events: [],
      merchantEvents: [
        { type: 'customer.created' },
        { type: 'purchase.completed', data: { order_id: order, ionic_order_id: order } },
        { type: 'grant.created', data: { kind: 'adjustment', credits: 7 } },
      ],
      cases: [],
      actions: [{ command: 'adjust', reason: 'A gift' }],
    });
    expect(JSON.stringify(exported)).not.toContain('grace');
    const { text } = await operator.run('export', customer);
    expect(JSON.parse(text)).toMatchObject({ account: { balance: 1307 } });
    expect((await operator.json('audit', '--limit', '1')).actions).toMatchObject([
      { command: 'export', customerId: customer },
    ]);
  });

  it('covers every table that contains the customer’s id', async () => {
    await pay(store, customer, paymentRequest());
    const credits = createCredits(store.database)('coffer_key_0a1b2c3d');
    const id = crypto.randomUUID();
    const call = { id, customerId: customer, credits: 5, reference: null };
    await credits.spend({ ...call, description: null });
    await credits.returnCredits({ spendId: id, returnId: id, credits: 1 });
    await credits.hold({ ...call, expiresInSeconds: 60 });
    // Tables that the export omits, because they contain only hashes or data derived from exported rows.
    const derived =
      'accounts credit_claims gateway_claims grant_allocations hold_allocations key_calls ledger_blocks ' +
      'postings spend_returns';
    const exported =
      'credit_grants customers event_outbox holds movements operator_actions purchase_attempts spends transactions';
    await operator.run('customer', email);
    expect(await tablesWith(customer)).toEqual(`${derived} ${exported}`.split(' ').sort());
  });
});

describe('coffer erase', () => {
  it('removes a customer’s personal data but keeps the books', async () => {
    await pay(store, customer, paymentRequest());
    await operator.run('customer', email);
    await operator.run('adjust', email, '7', '--reason', 'A gift', '--yes');
    const { text, exitCode } = await operator.run('erase', email, '--yes');
    expect(exitCode).toBe(0);
    expect(text).toContain('Erased: email, first name, last name, phone, events.');
    expect(text).toContain('1 purchases, 2\nmovements');
    expect(text).toContain("Erase these yourself: the card gateway's records of payments.");
    for (const gone of [email, ...Object.values(personal)]) expect(await tablesWith(gone)).toEqual([]);

    await expectBooksToBalance(store.database);
    expect(await operator.run('customer', email)).toMatchObject({ exitCode: 1 });
    const erased = { customer: { email: null, firstName: null }, account: { balance: 1307 } };
    expect(await operator.json('customer', customer)).toMatchObject(erased);
    await expectComplaint(
      operator.run('erase', customer, '--yes'),
      `Customer ${customer} is already erased: no personal data is left.`,
    );
    const { actions } = await operator.json('audit', '--customer', customer);
    expect(actions.map(({ command }: { command: string }) => command)).toContain('erase');
    expect(JSON.stringify(actions)).not.toContain(email);
  });

  it('removes the data of a customer’s events, even of published events', async () => {
    const merchant = await createMerchant(store);
    await merchant.put(`/grants/${crypto.randomUUID()}`, { customer_id: customer, credits: 10, reason: 'x' });
    const exhaust = { customer_id: customer, credits: 10, reference: email };
    await merchant.put(`/spends/${crypto.randomUUID()}`, exhaust);
    await merchant.get('/events');
    await pay(store, customer, paymentRequest());
    await operator.run('erase', email, '--yes');
    expect(await tablesWith(email)).toEqual([]);
    const { merchantEvents, purchases } = await operator.json('export', customer);
    const erased = { erased: true };
    const purchased = { id: purchases[0].transactionId, ...erased };
    expect(merchantEvents).toMatchObject([
      { type: 'customer.created', data: { id: customer, ...erased } },
      { type: 'grant.created', data: erased },
      { type: 'balance.exhausted', data: { id: customer, ...erased } },
      { type: 'purchase.completed', data: purchased },
    ]);
    expect(Object.keys(merchantEvents[1].data)).toEqual(['id', 'erased']);
    expect((await merchant.get(`/events?after=${merchantEvents[0].id}`)).body).toEqual({
      events: merchantEvents.slice(1),
    });
  });

  it('asks first', async () => {
    const question = /^Permanently erase the personal data of customer /;
    await expectComplaint(operator.run('erase', email), expect.stringMatching(question));
    expect(await tablesWith(email)).toEqual(['customers', 'event_outbox']);
  });

  it.each([
    ['disabled', 1, /^The user pool still has the account .* Delete it there first/],
    ['unknown', 3, /^The user pool didn't say whether it still has the account .* set COGNITO_ISSUER/],
  ] as const)('fails if the account is %s, unless --account-stays is set', async (account, exitCode, why) => {
    operator = createOperator(store.database, undefined, async () => account);
    await expectComplaint(operator.run('erase', email, '--yes'), expect.stringMatching(why), exitCode);
    expect(await tablesWith(email)).toEqual(['customers', 'event_outbox']);
    const { text } = await operator.run('erase', email, '--yes', '--account-stays');
    expect(text).toContain('If the user pool still has the account, delete it');
  });

  it('is not undone by a session that started before the erasure', async () => {
    operator = createOperator(store.database, undefined, async () => 'gone');
    const elsewhere = ["the card gateway's records of payments"];
    expect(await operator.json('erase', email, '--yes')).toMatchObject({ elsewhere });
    const nothing = { id: customer, email: null, firstName: null, lastName: null, phone: null };
    // The erasure applies immediately and permanently, because a session can be refreshed for years.
    expect(await signIn(-60)).toEqual(nothing);
    await store.clock.advance(400 * 24 * 3_600_000);
    expect(await signIn(-401 * 24 * 3_600)).toEqual(nothing);
    expect(await tablesWith(email)).toEqual([]);
  });

  it('lets a customer return with the same account and a profile from the pool', async () => {
    await pay(store, customer, paymentRequest());
    await operator.run('erase', email, '--yes');
    const moved = `moved-${customer}@example.org`;
    store.pool.attributes.set(customer, { email: moved, ...personal });
    expect(await signIn(60)).toEqual({
      id: customer,
      email: moved,
      firstName: personal.given_name,
      lastName: personal.family_name,
      phone: personal.phone_number,
    });
    expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: 1300 });
    expect(await operator.run('erase', moved, '--yes')).toMatchObject({ exitCode: 0 });
  });
});
