import { describe, expect, it } from 'vitest';
import { declineReason } from '#server/store/gateway/decline-reasons.ts';
import { readSaleReply } from '#server/store/gateway/sale-reply.ts';

describe('a sale response', () => {
  const sale = { orderId: 'order-1', amountCents: 1000 };
  const approval = 'response=1&transactionid=77&response_code=100';
  const approved = { kind: 'approved', transactionId: '77' };

  it.each<[string, object]>([
    [`${approval}&orderid=order-1`, approved],
    [`${approval}&amount_authorized=`, approved],
    [`${approval}&amount_authorized=10.00`, approved],
    [`${approval}&amount_authorized=4.50`, { ...approved, kind: 'partly-approved', chargedCents: 450 }],
    [`${approval}&amount_authorized=10.01`, { kind: 'unknown' }],
    [`${approval}&amount_authorized=0.00`, { kind: 'unknown' }],
    [`${approval}&amount_authorized=ten`, { kind: 'unknown' }],
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
  ])('is parsed from %j as %j', (text, outcome) => {
    expect(readSaleReply(text, sale)).toMatchObject(outcome);
  });

  it.each([
    ['a wrong address', 'Rejected&avsresponse=N', 'avs'],
    ['an address without its ZIP code', 'Rejected&avsresponse=A', 'avs'],
    ['a duplicate, which was not checked', 'Duplicate+transaction&avsresponse=N', undefined],
    ['a used token, which was not checked', 'Payment+Token+does+not+exist&avsresponse=N', undefined],
  ])('reports a failed check only if the gateway made the check: %s', (_, rest, failedCheck) => {
    const outcome = readSaleReply(`response=3&response_code=300&responsetext=${rest}`, sale);
    expect(outcome).toHaveProperty('kind', 'turned-down');
    expect('failedCheck' in outcome ? outcome.failedCheck : undefined).toBe(failedCheck);
  });

  it.each(['2', '3'])('ends an attempt only with the listed response codes if response=%s', (response) => {
    const codes = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0'));
    const kindOf = (code: string) => readSaleReply(`response=${response}&response_code=${code}`, sale).kind;
    const declines =
      '200 201 202 203 204 220 221 222 223 224 225 226 240 250 251 252 253 260 261 262 263 264';
    const errors = '300 301 410 411 430 460 461';
    const ends = response === '2' ? declines : `${declines} ${errors}`;
    expect(codes.filter((code) => !['undecided', 'unknown'].includes(kindOf(code)))).toEqual(ends.split(' '));
  });
});

const reasonOf = (reply: string) => {
  const outcome = readSaleReply(`response=3&transactionid=0&${reply}`, {
    orderId: 'order-1',
    amountCents: 1000,
  });
  if (outcome.kind === 'refused') return declineReason(outcome.code, outcome.text);
  return outcome.kind === 'turned-down'
    ? declineReason(outcome.code, outcome.text, outcome.failedCheck)
    : undefined;
};

it.each([
  ['response_code=300&responsetext=Rejected&avsresponse=N&cvvresponse=M', /check your billing address/],
  ['response_code=300&responsetext=Rejected&avsresponse=Z', /check your billing address/],
  ['response_code=300&responsetext=AVS+REJECTED&avsresponse=&cvvresponse=', /check your billing address/],
  ['response_code=300&responsetext=AVS+REJECTED&avsresponse=N&cvvresponse=N', /check your billing address/],
  ['response_code=300&responsetext=Rejected&avsresponse=Y&cvvresponse=N', /check the security code/],
  ['response_code=300&responsetext=CVV+REJECTED&avsresponse=N&cvvresponse=', /check the security code/],
  ['response_code=225&responsetext=Bad&avsresponse=N', /check the security code/],
  ['response_code=300&responsetext=Payment+Token+does+not+exist&avsresponse=N', /enter your card again/],
  ['response_code=300&responsetext=Duplicate+transaction&cvvresponse=N', /not charged again/],
  ['response_code=300&responsetext=Rejected&avsresponse=Y&cvvresponse=M', /could not be processed/],
  ['response_code=202&avsresponse=N&cvvresponse=N', /insufficient funds/],
])('the decline reason explains the gateway’s response %s', (reply, words) => {
  expect(reasonOf(reply)?.detail).toMatch(words);
});

describe('a decline reason', () => {
  it('does not reveal that a card was lost, stolen or used for fraud', () => {
    for (const code of [250, 251, 252, 253, 260, 299])
      expect(declineReason(code, 'PICK UP')).toBe(declineReason(200, ''));
  });

  it.each([
    ['Payment Token has already been used REFID:1', /enter your card again/, 'token-used'],
    ['Duplicate transaction REFID:2', /not charged again/, 'declined'],
    ['Authentication Failed REFID:3', /could not be processed/, 'declined'],
  ])('comes from the text of a response with code 300: %s', (text, reason, code) => {
    expect(declineReason(300, text).code).toBe(code);
    expect(declineReason(300, text).detail).toMatch(reason);
  });
});
