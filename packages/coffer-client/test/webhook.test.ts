import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { verifyWebhook, WebhookSignatureError } from '../src/index.ts';

const keyBytes = Buffer.from('a signing key of 24 bytes');
const secret = `whsec_${keyBytes.toString('base64')}`;
const body = JSON.stringify({
  id: 'an-event',
  type: 'balance.low',
  timestamp: '2026-11-20T12:00:00Z',
  data: { customer_id: 'a-customer', available: 3 },
});

/** Signs a body as the Standard Webhooks specification defines. */
const sign = (text: string, seconds = Math.floor(Date.now() / 1_000)) => {
  const signature = createHmac('sha256', keyBytes).update(`an-event.${seconds}.${text}`).digest('base64');
  return {
    'webhook-id': 'an-event',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
};

it('verifyWebhook returns an event that the store signed', () => {
  const event = {
    id: 'an-event',
    type: 'balance.low',
    timestamp: '2026-11-20T12:00:00Z',
    data: { customerId: 'a-customer', available: 3 },
  };
  expect(verifyWebhook(new Headers(sign(body)), body, secret)).toEqual(event);
  expect(verifyWebhook(new Headers(sign(body)), Buffer.from(body), secret)).toEqual(event);
  expect(verifyWebhook({ ...sign(body), accept: ['a', 'b'], host: undefined }, body, secret)).toEqual(event);
});

it('verifyWebhook rejects a changed body, another secret, an old event and a missing signature', () => {
  const old = Math.floor(Date.now() / 1_000) - 301;
  const other = `whsec_${Buffer.from('another key of 24 bytes.').toString('base64')}`;
  for (const verify of [
    () => verifyWebhook(sign(body), body.replace('3', '4'), secret),
    () => verifyWebhook(sign(body), body, other),
    () => verifyWebhook(sign(body, old), body, secret),
    () => verifyWebhook({}, body, secret),
    () => verifyWebhook({ ...sign(body), 'webhook-signature': 'v1' }, body, secret),
    () => verifyWebhook(sign('nonsense'), 'nonsense', secret),
  ])
    expect(verify).toThrow(WebhookSignatureError);
});

it.each([
  ['secret', [undefined], 'undefined'],
  ['secret', ['', 'coffer_key_1234567890abcdef', 'whsec_<your secret here>'], 'another text'],
  ['body', [JSON.parse(body)], 'of type object'],
  ['body', [Promise.resolve(body)], 'a promise: await it'],
])('verifyWebhook explains a wrong %s: %j', (name, values, found) => {
  for (const value of values) {
    const given = { body, secret, [name]: value };
    const verify = () => Reflect.apply(verifyWebhook, undefined, [sign(body), given.body, given.secret]);
    expect(verify, value).toThrow(new RegExp(`^${name} must be .*, but it is ${found}$`));
  }
});
