import { beforeEach, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, paying, saving, startGateway } from './gateway-under-test.ts';

const amexCard = '341111111111111';
const declinedCard = '4000000000000002';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const savingAnother = { ...saving, customer_vault_id: 'card-2' };
const topUp = { ...paying, initiated_by: 'merchant' };

let gateway: GatewayUnderTest;
beforeEach(async () => {
  gateway = await startGateway();
});

/** Saves a card as `card-1`. Returns the id of the transaction that saved it. */
const saveCard = async () => (await gateway.sell({ ...saving, orderid: 'first' })).transactionid;

const charge = (fields: Record<string, string>) => gateway.sale({ dup_seconds: '0', ...fields });

/** Replaces `INITIAL` with the id of the transaction that saved the card. */
const withInitial = (fields: Record<string, string>, initial: string) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === 'INITIAL' ? initial : value]),
  );

const findCard = () => gateway.query({ report_type: 'customer_vault', customer_vault_id: 'card-1' });
const noRecord = `${declaration}<nm_response></nm_response>`;

describe('a sale that saves its card', () => {
  test('returns the card’s id, and the vault shows the card masked', async () => {
    const reply = await gateway.sell({
      ...saving,
      first_name: 'Ada',
      zip: '10001',
      email: 'ada@example.com',
    });
    expect(reply).toMatchObject({ response: '1', customer_vault_id: 'card-1', cof_supported: 'stored' });
    expect(await findCard()).toBe(
      `${declaration}<nm_response><customer_vault><customer id="card-1"><first_name>Ada</first_name>` +
        '<postal_code>10001</postal_code><email>ada@example.com</email><cc_number>4xxxxxxxxxxx1111</cc_number>' +
        '<cc_exp>1230</cc_exp><cc_type>visa</cc_type><created>20260615120000</created>' +
        '<updated>20260615120000</updated><account_updated></account_updated>' +
        '<customer_vault_id>card-1</customer_vault_id></customer></customer_vault></nm_response>',
    );
    expect(await gateway.query({ order_id: 'order-1' })).toContain(
      '<stored_credential_indicator>stored</stored_credential_indicator><initiated_by>customer</initiated_by>',
    );
  });

  test('saves no card if it is declined', async () => {
    expect(await gateway.sell(saving, declinedCard)).toMatchObject({ response: '2' });
    expect(await findCard()).toBe(noRecord);
  });

  test('saves the card even if a completed charge returns an error', async () => {
    gateway.gateway().replies.add({ reply: 'code', code: 420, effect: 'done' });
    expect(await gateway.sell(saving)).toMatchObject({ response: '3' });
    expect(await findCard()).toContain('<cc_exp>1230</cc_exp>');
  });

  test('creates a card id if the request has none', async () => {
    const { customer_vault_id = '' } = await gateway.sell({ ...saving, customer_vault_id: '' });
    expect(customer_vault_id).toMatch(/^\d{10}$/);
    expect(await charge({ ...paying, customer_vault_id })).toMatchObject({ response: '1' });
  });

  test('replaces a saved card with update_customer', async () => {
    await saveCard();
    await gateway.sell({ ...saving, customer_vault: 'update_customer' }, amexCard);
    expect(await findCard()).toContain('<cc_number>3xxxxxxxxxx1111</cc_number>');
  });
});

test('a validation saves a card without charging it', async () => {
  const { transactionid } = await gateway.transact({
    type: 'validate',
    payment_token: await gateway.token(),
    ...saving,
  });
  const reply = await charge({ ...topUp, initial_transaction_id: transactionid });
  expect(reply).toMatchObject({ response: '1', customer_vault_id: 'card-1' });
});

describe('a saved card', () => {
  test('can be charged by the customer or the merchant, even after a restart', async () => {
    const initial = await saveCard();
    await gateway.restart();
    const expected = {
      response: '1',
      cvvresponse: 'P',
      customer_vault_id: 'card-1',
      cof_supported: 'stored',
    };
    expect(await charge(paying)).toMatchObject(expected);
    expect(await charge({ ...paying, initial_transaction_id: initial })).toMatchObject(expected);
    expect(await charge({ ...topUp, initial_transaction_id: initial })).toMatchObject(expected);
  });

  test('fails as a duplicate if charged right after the sale that saved it', async () => {
    const initial = await saveCard();
    expect(await gateway.sale(paying)).toMatchObject({
      response: '3',
      response_code: '300',
      responsetext: `Duplicate transaction REFID:${initial}`,
    });
  });

  test('can’t be charged after it is deleted', async () => {
    await saveCard();
    const deletion = { customer_vault: 'delete_customer', customer_vault_id: 'card-1' };
    expect(await gateway.transact(deletion)).toEqual({
      response: '1',
      responsetext: 'Customer Deleted',
      authcode: '',
      transactionid: '',
      avsresponse: '',
      cvvresponse: '',
      orderid: '',
      type: '',
      response_code: '100',
      customer_vault_id: 'card-1',
    });
    expect(await findCard()).toBe(noRecord);
    for (const reply of [await charge(paying), await gateway.transact(deletion)])
      expect(reply).toMatchObject({
        response_code: '300',
        responsetext: expect.stringMatching(/^Invalid Customer Vault Id REFID:\d+$/),
      });
  });
});

describe('a saved-card request', () => {
  test.each<[Record<string, string>, string]>([
    [{ ...saving }, 'Duplicate Customer Vault Id'],
    [
      { ...saving, customer_vault: 'update_customer', customer_vault_id: 'card-2' },
      'Invalid Customer Vault Id',
    ],
    [{ ...saving, customer_vault: 'delete_customer' }, 'Invalid Customer Vault action'],
    [{ ...saving, customer_vault: 'add_billing' }, 'Invalid Customer Vault action'],
    [{ ...paying }, 'Send a payment_token or a customer_vault_id, not both'],
  ])('is refused with the fields %o, and its token stays usable', async (fields, text) => {
    await saveCard();
    const payment_token = await gateway.token();
    const refused = await charge({ payment_token, ...fields });
    expect(refused).toMatchObject({ response: '3', response_code: '300', transactionid: '' });
    expect(refused.responsetext).toMatch(new RegExp(`^${text} REFID:`));
    expect(await charge({ payment_token })).toMatchObject({ response: '1' });
  });

  test('is refused if the account lacks the vault, even if it only saves a card', async () => {
    await saveCard();
    gateway.gateway().settings.update({ customerVault: 'absent' });
    const expected = /^Your account is not set up to use the Customer Vault\. REFID:/;
    expect((await gateway.sell(saving)).responsetext).toMatch(expected);
    expect((await charge(paying)).responsetext).toMatch(expected);
    expect(await gateway.sell()).toMatchObject({ response: '1' });
  });
});

describe('stored-credential fields', () => {
  const refused = {
    initiator: 'Invalid initiated_by',
    indicator: 'Invalid stored_credential_indicator',
    method: 'Invalid billing_method for an unscheduled transaction',
    unknown: 'Invalid initial_transaction_id',
    missing: 'Missing initial_transaction_id',
    brand: 'The card brand does not match the initial transaction',
  };

  test.each<[Record<string, string>, string]>([
    [{ ...savingAnother, initiated_by: '' }, refused.initiator],
    [{ ...savingAnother, initiated_by: 'merchant' }, refused.initiator],
    [{ ...savingAnother, stored_credential_indicator: '' }, refused.indicator],
    [{ ...savingAnother, stored_credential_indicator: 'used' }, refused.indicator],
    [{ ...savingAnother, initial_transaction_id: 'INITIAL' }, refused.unknown],
    [{ ...savingAnother, billing_method: 'recurring' }, refused.method],
    [{ initiated_by: 'customer' }, refused.indicator],
  ])('are refused in a sale that saves its card if they are %o', async (fields, text) => {
    const initial = await saveCard();
    const reply = await gateway.sell(withInitial(fields, initial));
    expect(reply.responsetext).toMatch(new RegExp(`^${text} REFID:`));
  });

  test.each<[Record<string, string>, string]>([
    [{ customer_vault_id: 'card-1' }, refused.initiator],
    [{ ...paying, initiated_by: 'shop' }, refused.initiator],
    [{ ...paying, stored_credential_indicator: 'stored' }, refused.indicator],
    [{ ...topUp }, refused.missing],
    [{ ...topUp, initial_transaction_id: '1' }, refused.unknown],
    [{ ...paying, initial_transaction_id: '1' }, refused.unknown],
    [{ ...topUp, initial_transaction_id: 'INITIAL', billing_method: 'recurring' }, refused.method],
  ])('are refused for a saved card if they are %o, and no sale is recorded', async (fields, text) => {
    const initial = await saveCard();
    const reply = await charge(withInitial(fields, initial));
    expect(reply.responsetext).toMatch(new RegExp(`^${text} REFID:`));
    expect(gateway.gateway().sales()).toHaveLength(1);
  });

  test('can’t name another sale, another brand or a declined sale as the initial transaction', async () => {
    const initial = await saveCard();
    const { transactionid: plain } = await gateway.sell();
    const { transactionid: declined } = await gateway.sell(
      { ...saving, customer_vault_id: 'c-2' },
      declinedCard,
    );
    const { transactionid: later } = await charge(paying);
    for (const initial_transaction_id of [plain, declined, later])
      expect((await charge({ ...topUp, initial_transaction_id })).responsetext).toContain(refused.unknown);
    await gateway.sell({ ...saving, customer_vault_id: 'card-3' }, amexCard);
    const other = await charge({
      ...topUp,
      customer_vault_id: 'card-3',
      initial_transaction_id: initial,
    });
    expect(other.responsetext).toContain(refused.brand);
  });

  test('can be omitted if the account allows that; the response shows what the processor supports', async () => {
    await saveCard();
    gateway.gateway().settings.update({ storedCredentials: 'optional', credentialOnFile: 'unsupported' });
    expect(await charge({ customer_vault_id: 'card-1' })).not.toHaveProperty('cof_supported');
    expect(await charge(paying)).toMatchObject({ response: '1', cof_supported: 'used' });
    expect(await charge({ ...paying, initiated_by: '' })).toMatchObject({ response: '3' });
  });
});

describe('the vault', () => {
  test('saves, updates and replaces a card without a sale', async () => {
    const payment_token = await gateway.token();
    const add = { customer_vault: 'add_customer', customer_vault_id: 'card-1' };
    expect(await gateway.transact({ ...add, payment_token, city: 'Paris' })).toMatchObject({
      response: '1',
      responsetext: 'Customer Added',
    });
    const change = { ...add, customer_vault: 'update_customer' };
    await gateway.transact({ ...change, city: 'London' });
    expect(await findCard()).toMatch(/<city>London<.*<cc_type>visa</);
    await gateway.transact({ ...change, payment_token: await gateway.token(amexCard) });
    expect(await findCard()).toMatch(/<city>London<.*<cc_type>amex</);
    expect(
      (await gateway.transact({ ...add, customer_vault_id: 'card-2', payment_token })).responsetext,
    ).toContain('Payment Token does not exist');
  });
});

test('a saved card appears in queries only after the record of its sale does', async () => {
  gateway.gateway().records.delay({ orderId: 'order-1' });
  await gateway.sell(saving);
  expect(await findCard()).toBe(noRecord);
  expect(await charge(paying)).toMatchObject({ response: '1' });
  gateway.gateway().records.release();
  expect(await findCard()).toContain('card-1');
});

test('vault records can be searched by creation date and by update date', async () => {
  await saveCard();
  gateway.advance(60_000);
  await gateway.sell({ ...saving, customer_vault_id: 'card-2' });
  await gateway.transact({ customer_vault: 'update_customer', customer_vault_id: 'card-1', city: 'Paris' });
  const found = async (fields: Record<string, string>) => {
    const reply = await gateway.query({ report_type: 'customer_vault', ...fields });
    return [...reply.matchAll(/customer id="([^"]+)"/g)].map(([, id]) => id);
  };
  const since = { start_date: '20260615120001' };
  expect(await found({})).toEqual(['card-1', 'card-2']);
  expect(await found(since)).toEqual(['card-1', 'card-2']);
  expect(await found({ ...since, date_search: 'created' })).toEqual(['card-2']);
  expect(await found({ ...since, date_search: 'created,updated' })).toEqual(['card-1', 'card-2']);
  expect(await found({ end_date: '20260615120000', date_search: 'updated' })).toEqual([]);
  expect(await found({ result_limit: '1', page_number: '1' })).toEqual(['card-2']);
});
