import { beforeEach, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

let gateway: GatewayUnderTest;
beforeEach(async () => {
  gateway = await startGateway();
});

const dayMs = 24 * 60 * 60 * 1000;

describe('a sale', () => {
  test('is approved with every response field, and recorded once', async () => {
    const token = await gateway.token();
    const reply = await gateway.sale({ payment_token: token, amount: '25.5', orderid: 'o-1' });
    expect(reply).toEqual({
      response: '1',
      responsetext: 'SUCCESS',
      authcode: expect.stringMatching(/^\d{6}$/),
      transactionid: expect.stringMatching(/^\d{10}$/),
      avsresponse: 'N',
      cvvresponse: 'N',
      orderid: 'o-1',
      type: 'sale',
      response_code: '100',
    });
    expect(gateway.gateway().sales()).toEqual([
      {
        orderId: 'o-1',
        amountCents: 2550,
        outcome: 'approved',
        token: token.slice(-4),
        at: '2026-06-15T12:00:00.000Z',
        transactionId: reply.transactionid,
      },
    ]);
  });

  test.each([
    ['4000000000000002', { response: '2', response_code: '200' }, 'declined'],
    [
      '4000000000009995',
      { response: '2', response_code: '202', responsetext: 'Insufficient funds' },
      'declined',
    ],
    ['4000000000000119', { response: '3', response_code: '400' }, 'error'],
    ['5431111111111111', { response: '1', response_code: '100' }, 'approved'],
  ])('with the card %s returns %o', async (number, answer, outcome) => {
    const reply = await gateway.sell({}, number);
    expect(reply).toMatchObject(answer);
    expect(reply.authcode === '').toBe(outcome !== 'approved');
    expect(gateway.gateway().sales()).toMatchObject([{ outcome }]);
  });

  test('is declined if its card expired after its token was created', async () => {
    gateway.advance(15 * dayMs);
    const token = await gateway.token(undefined, { ccexp: '06/26' });
    gateway.advance(dayMs - 1);
    expect(await gateway.sale({ payment_token: token })).toMatchObject({ response_code: '223' });
  });
});

describe('a refused sale request', () => {
  test.each([
    [{ security_key: 'wrong' }, 'Authentication Failed'],
    [{ type: 'credit' }, 'Invalid Transaction Type'],
    [{ ccnumber: '4111111111111111' }, 'Card data is not accepted here, send a payment_token'],
    [{ currency: 'EUR' }, 'Invalid Currency'],
    [{ amount: '1.005' }, 'Invalid amount'],
    [{ dup_seconds: '-5' }, 'Invalid dup_seconds'],
    [{ orderid: 'x'.repeat(101) }, 'Invalid orderid'],
    [{ payment_token: '' }, 'Payment Token does not exist'],
  ])('is not recorded if it has %o, and its token stays usable', async (fields, text) => {
    const token = await gateway.token();
    const reply = await gateway.sale({ payment_token: token, ...fields });
    expect(reply).toMatchObject({ response: '3', response_code: '300', transactionid: '' });
    expect(reply.responsetext).toMatch(new RegExp(`^${text} REFID:\\d{10}$`));
    expect(gateway.gateway().sales()).toEqual([]);
    expect(await gateway.sale({ payment_token: token })).toMatchObject({ response: '1' });
  });

  test.each([
    ['not a form', 415, '{}', {}],
    ['too large', 413, 'x'.repeat(20_000), { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('gets a form-encoded response if it is %s: %i', async (_name, status, body, headers) => {
    const length = { 'content-length': String(body.length) };
    const init = { method: 'POST', headers: { ...length, ...headers }, body };
    const reply = await gateway.fetch('/api/transact.php', init);
    expect(reply.status).toBe(status);
    expect(new URLSearchParams(await reply.text()).get('response')).toBe('3');
  });
});

describe('a token', () => {
  test('can pay only once, and even a decline uses it up', async () => {
    const payment_token = await gateway.token('4000000000000002');
    const replies = await Promise.all([gateway.sale({ payment_token }), gateway.sale({ payment_token })]);
    expect(replies.map(({ response }) => response).sort()).toEqual(['2', '3']);
    expect(gateway.gateway().sales()).toHaveLength(1);
  });

  test('is valid for 24 hours', async () => {
    const [first, second] = [await gateway.token(), await gateway.token()];
    gateway.advance(dayMs - 1);
    expect(await gateway.sale({ payment_token: first })).toMatchObject({ response: '1' });
    gateway.advance(1);
    const late = await gateway.sale({ payment_token: second });
    expect(late.responsetext).toMatch(/^Payment Token does not exist REFID:/);
  });
});

describe('duplicate detection', () => {
  test('refuses the same card and amount within 20 minutes and names the first sale', async () => {
    const first = await gateway.sale({ payment_token: await gateway.token() });
    gateway.advance(1200 * 1000);
    const second = await gateway.sale({ payment_token: await gateway.token(), orderid: 'another' });
    expect(second).toMatchObject({
      response: '3',
      response_code: '300',
      responsetext: `Duplicate transaction REFID:${first.transactionid}`,
    });
    gateway.advance(1);
    expect(await gateway.sale({ payment_token: await gateway.token() })).toMatchObject({ response: '1' });
  });

  test('includes the processor’s own check, even with dup_seconds=0', async () => {
    gateway.gateway().settings.update({ duplicateSeconds: 60, duplicateCode: 430 });
    await gateway.sell();
    gateway.advance(60_000);
    expect(await gateway.sell()).toMatchObject({
      response: '3',
      response_code: '430',
      responsetext: expect.stringMatching(/^Duplicate transaction REFID:\d+$/),
    });
    gateway.advance(1);
    expect(await gateway.sell()).toMatchObject({ response: '1' });
  });

  test.each([
    ['another amount', undefined, { amount: '25.01' }],
    ['another card', '5431111111111111', {}],
    ['dup_seconds=0', undefined, { dup_seconds: '0' }],
  ])('accepts a second sale with %s', async (_name, card, fields) => {
    await gateway.sale({ payment_token: await gateway.token() });
    const second = await gateway.sale({ payment_token: await gateway.token(card), ...fields });
    expect(second).toMatchObject({ response: '1' });
  });
});
