import { describe, expect, it } from 'vitest';
import { declineReason } from '#server/store/gateway/decline-reasons.ts';
import { readQueryReply } from '#server/store/gateway/query-reply.ts';
import { readSaleReply } from '#server/store/gateway/sale-reply.ts';

describe('a reply to a sale', () => {
  const sale = { orderId: 'order-1', amountCents: 1000 };

  it.each<[string, object]>([
    [
      'response=1&transactionid=77&orderid=order-1&response_code=100',
      { kind: 'approved', transactionId: '77' },
    ],
    [
      'response=1&transactionid=77&response_code=100&amount_authorized=',
      { kind: 'approved', transactionId: '77' },
    ],
    [
      'response=1&transactionid=77&response_code=100&amount_authorized=10.00',
      { kind: 'approved', transactionId: '77' },
    ],
    [
      'response=1&transactionid=77&response_code=100&amount_authorized=4.50',
      { kind: 'partly-approved', transactionId: '77', chargedCents: 450 },
    ],
    ['response=1&transactionid=77&response_code=100&amount_authorized=10.01', { kind: 'unknown' }],
    ['response=1&transactionid=77&response_code=100&amount_authorized=0.00', { kind: 'unknown' }],
    ['response=1&transactionid=77&response_code=100&amount_authorized=ten', { kind: 'unknown' }],
    ['response=1&transactionid=77&response_code=200', { kind: 'unknown' }],
    ['response=1&transactionid=77', { kind: 'unknown' }],
    ['response=1&transactionid=&response_code=100', { kind: 'unknown' }],
    ['response=1&transactionid=0&response_code=100', { kind: 'unknown' }],
    [
      'response=2&responsetext=NSF&transactionid=78&response_code=202',
      { kind: 'refused', transactionId: '78', code: 202, text: 'NSF' },
    ],
    ['response=2', { kind: 'refused', transactionId: null, code: 200 }],
    ['response=2&response_code=420', { kind: 'unknown' }],
    ['response=2&response_code=2x0', { kind: 'unknown' }],
    [
      'response=3&responsetext=Bad&transactionid=0&response_code=300',
      { kind: 'turned-down', transactionId: null, code: 300, text: 'Bad' },
    ],
    ['response=3&response_code=430', { kind: 'turned-down', code: 430 }],
    ...[220, 225, 410, 411, 460, 461].map((code): [string, object] => [
      `response=3&response_code=${code}`,
      { kind: 'refused', code },
    ]),
    ...[400, 420, 421, 440, 441, 265, 499, 999].map((code): [string, object] => [
      `response=3&response_code=${code}`,
      { kind: 'undecided', code },
    ]),
    ['response=3&response_code=301', { kind: 'unsent' }],
    ['response=3', { kind: 'unknown' }],
    ['response=4&response_code=200', { kind: 'unknown' }],
    ['response=1&transactionid=77&orderid=order-2&response_code=100', { kind: 'unknown' }],
    ['<html>response=1</html>', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
  ])('%j', (text, outcome) => {
    expect(readSaleReply(text, sale)).toMatchObject(outcome);
  });

  it('with an error ends an attempt at the listed codes alone', () => {
    const codes = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0'));
    const kindOf = (code: string) => readSaleReply(`response=3&response_code=${code}`, sale).kind;
    expect(codes.filter((code) => !['undecided', 'unknown'].includes(kindOf(code)))).toEqual(
      (
        '200 201 202 203 204 220 221 222 223 224 225 226 240 250 251 252 253 260 261 262 263 264 ' +
        '300 301 410 411 430 460 461'
      ).split(' '),
    );
  });
});

describe("the gateway's records", () => {
  const action = (fields: string) => `<action>${fields}</action>`;
  const sale = (success: 0 | 1, amount = '10.00', code = '100') =>
    action(
      `<amount>${amount}</amount><action_type>sale</action_type><success>${success}</success>` +
        `<response_text>Said &lt;no&gt; &amp;amp;</response_text><response_code>${code}</response_code>`,
    );
  const refund = (amount: string) =>
    action(`<amount>${amount}</amount><action_type>refund</action_type><success>1</success>`);
  const transaction = (condition: string, actions: string, order = 'order-1', id = '77') =>
    `<transaction><transaction_id>${id}</transaction_id><order_id>${order}</order_id>` +
    `<condition>${condition}</condition>${actions}</transaction>`;
  const read = (content: string) =>
    readQueryReply(`<?xml version="1.0"?>\n<nm_response>\n${content}\n</nm_response>\n`, 'order-1', 1000);

  it.each<[string, string, object]>([
    ['nothing', '', { kind: 'nothing' }],
    ['a sale', transaction('pendingsettlement', sale(1)), { kind: 'charged', transactionId: '77' }],
    [
      'a settled sale',
      transaction('complete', sale(1) + action('<action_type>settle</action_type>')),
      { kind: 'charged' },
    ],
    [
      'a decline',
      transaction('failed', sale(0, '0.00', '202')),
      { kind: 'not-charged', transactionId: '77', code: 202, text: 'Said <no> &amp;' },
    ],
    [
      'a sale that was voided',
      transaction('canceled', sale(1) + action('<action_type>void</action_type><success>1</success>')),
      { kind: 'refunded', transactionId: '77' },
    ],
    ...(['10.00', '-10.00'] as const).map((amount): [string, string, object] => [
      `a refund of ${amount}`,
      transaction('complete', sale(1) + refund(amount)),
      { kind: 'refunded', transactionId: '77' },
    ]),
    [
      'refunds that add up',
      transaction('complete', sale(1) + refund('-4.00') + refund('-6.00')),
      { kind: 'refunded' },
    ],
    ['a refund in part', transaction('complete', sale(1) + refund('-4.00')), { kind: 'charged' }],
    ['a failure that succeeded', transaction('failed', sale(1)), { kind: 'undecided' }],
    ['a sale that was abandoned', transaction('abandoned', sale(0)), { kind: 'undecided' }],
    ['a sale that was canceled without success', transaction('canceled', sale(0)), { kind: 'undecided' }],
    [
      'a decline and then a sale',
      transaction('failed', sale(0)) + transaction('complete', sale(1)),
      { kind: 'charged' },
    ],
    ['a sale under way', transaction('in_progress', sale(1)), { kind: 'undecided' }],
    ['a condition that is not known', transaction('odd', sale(1)), { kind: 'undecided' }],
    [
      'a transaction without a sale',
      transaction('complete', action('<action_type>refund</action_type>')),
      { kind: 'undecided' },
    ],
  ])('tell of %s', (_, content, found) => {
    expect(read(content)).toMatchObject(found);
  });

  it('may be an empty element', () => {
    expect(readQueryReply('<nm_response/>', 'order-1', 1000)).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['another order', transaction('complete', sale(1), 'order-2')],
    ['another amount', transaction('complete', sale(1, '9.99'))],
    ['an amount that is none', transaction('complete', sale(1, 'ten'))],
    ['an error', '<error_response>Invalid Security Key</error_response>'],
  ])('are not believed when they tell of %s', (_, content) => {
    expect(() => read(content)).toThrow("The gateway's records");
  });

  it.each([
    '',
    '<html><body>Welcome</body></html>',
    '<nm_response>',
    '{}',
    '<!DOCTYPE nm_response [<!ENTITY id "order-1">]><nm_response/>',
    '<nm_response><transaction><order_id>order-1</order_id><order_id>order-2</order_id></transaction></nm_response>',
  ])('are not taken from %j', (text) => {
    expect(() => readQueryReply(text, 'order-1', 1000)).toThrow('something else');
  });
});

describe('the reason of a decline', () => {
  it('is the same for lost, stolen and fraud as for any decline', () => {
    for (const code of [250, 251, 252, 253, 260, 299])
      expect(declineReason(code, 'PICK UP')).toBe(declineReason(200, ''));
  });

  it.each([
    ['Payment Token has already been used REFID:1', /enter your card again/, 'token-used'],
    ['Duplicate transaction REFID:2', /not charged again/, 'declined'],
    ['Authentication Failed REFID:3', /could not be processed/, 'declined'],
  ])('is taken from the words of code 300: %s', (text, reason, code) => {
    expect(declineReason(300, text).code).toBe(code);
    expect(declineReason(300, text).detail).toMatch(reason);
  });
});
