import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';

const webhookKey = 'a-webhook-key';
const previousKey = 'the-key-before-it';
const limitMs = 120_000;
const keys = { GATEWAY_WEBHOOK_KEY: webhookKey, GATEWAY_WEBHOOK_KEY_PREVIOUS: previousKey };
const store = await storeOfFile(keys);

const hmac = (text: string, key = webhookKey) => createHmac('sha256', key).update(text).digest('hex');
const sign = (body: string, nonce: string, key = webhookKey) =>
  `t=${nonce},s=${hmac(`${nonce}.${body}`, key)}`;

const eventOf = (orderId: string, eventId: string) =>
  JSON.stringify({
    event_id: eventId,
    event_type: 'transaction.refund.success',
    event_body: { order_id: orderId, transaction_id: '9001', action: { amount: '-10.00', success: '1' } },
  });

const send = async (body: string, signature: string | undefined): Promise<number> => {
  const headers = signature === undefined ? {} : { 'Webhook-Signature': signature };
  return (await store.call('/webhooks/gateway', { method: 'POST', body, headers })).status;
};
const movements = () =>
  store.database.query<{ kind: string }>('select kind from movements order by customer_id, movement');

const altered = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === '0' ? '1' : '0') + text.slice(index + 1);

/** Returns the forgeries that an attacker can make from a genuine event without the key. */
const forgeriesOf = (body: string, nonce: string): [body: string, signature: string | undefined][] => {
  const good = sign(body, nonce);
  const hex = hmac(`${nonce}.${body}`);
  const places = Array.from({ length: 64 }, (_, place) => place);
  const signatures = [
    `t=${nonce},s=${hmac(`${nonce}.${body}`, 'another key')}`,
    ...places.map((place) => `t=${nonce},s=${altered(hex, place)}`),
    ...places.map((length) => `t=${nonce},s=${hex.slice(0, length)}`),
    ...[undefined, '', hex, `s=${hex}`, `t=,s=${hex}`, `s=${hex},t=${nonce}`, `${good},s=${hex}`],
    `t=${nonce},s=${hex.toUpperCase()}`,
    `t=${nonce}, s=${hex}`,
    `t=${Number(nonce) + 1},s=${hex}`,
  ];
  const bodies = [altered(body, 7), `${body} `, eventOf(crypto.randomUUID(), 'another')];
  const dots = Array.from({ length: 9 }, (_, length): [string, string] => [
    `${nonce.slice(length)}.${body}`,
    `t=${nonce.slice(0, length) || '0'},s=${hex}`,
  ]);
  return [
    ...signatures.map((signature): [string, string | undefined] => [body, signature]),
    ...bodies.map((changed): [string, string] => [changed, good]),
    ...dots,
  ];
};

it(
  'forged or altered events are rejected, and a genuine event is booked only once',
  async () => {
    const customer = await store.newCustomer();
    const key = crypto.randomUUID();
    await pay(store, customer, paymentRequest(), key);
    // Refund at the gateway, so that its records confirm the event and only the signature can be wrong.
    await store.gateway.refund(key);
    const body = eventOf(key, crypto.randomUUID());
    const nonce = '1795262400';

    for (const [forged, signature] of forgeriesOf(body, nonce))
      expect(await send(forged, signature), `${signature} ${forged}`).toBe(401);
    await store.events.work();
    expect(await store.database.query('select from gateway_events')).toEqual([]);
    expect(await movements()).toEqual([{ kind: 'purchase' }]);

    // Send the event twice concurrently, replay it, and send it again later.
    const replies = await Promise.all([send(body, sign(body, nonce)), send(body, sign(body, nonce))]);
    await store.events.work();
    for (const t of [nonce, '1', 'b3f0e1c2-7d9a-4a55-9f0e-1d2c3b4a5968'])
      replies.push(await send(body, sign(body, t)));
    // During a key rotation, some events have the old key's signature.
    replies.push(await send(body, sign(body, nonce, previousKey)));
    await store.events.work();
    expect(replies).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await movements()).toEqual([{ kind: 'purchase' }, { kind: 'refund' }]);
    await expectBooksToBalance(store.database);
  },
  limitMs,
);
