import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';

const webhookKey = 'a-webhook-key';
const previousKey = 'the-key-before-it';
const count = 300;
const limitMs = 120_000;
const store = await storeOfFile({
  GATEWAY_WEBHOOK_KEY: webhookKey,
  GATEWAY_WEBHOOK_KEY_PREVIOUS: previousKey,
});

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

const altered = (text: string, place: number): string => {
  const index = place % text.length;
  const other = text[index] === '0' ? '1' : '0';
  return text.slice(0, index) + other + text.slice(index + 1);
};

const forgeries = (body: string, nonce: string) => {
  const good = sign(body, nonce);
  const hex = hmac(`${nonce}.${body}`);
  return fc.oneof(
    // Another signer.
    fc
      .string({ minLength: 1, maxLength: 40 })
      .map((key) => ({ body, signature: `t=${nonce},s=${hmac(`${nonce}.${body}`, `not ${key}`)}` })),
    // Another body.
    fc.nat({ max: 10_000 }).map((place) => ({ body: altered(body, place), signature: good })),
    fc.string({ minLength: 1 }).map((more) => ({ body: `${body}${more}`, signature: good })),
    fc.uuid().map((order) => ({ body: eventOf(order, 'another'), signature: good })),
    // Another signature.
    fc.nat({ max: 63 }).map((place) => ({ body, signature: `t=${nonce},s=${altered(hex, place)}` })),
    fc.nat({ max: 63 }).map((length) => ({ body, signature: `t=${nonce},s=${hex.slice(0, length)}` })),
    fc
      .constantFrom(
        undefined,
        '',
        hex,
        `s=${hex}`,
        `t=,s=${hex}`,
        `s=${hex},t=${nonce}`,
        `${good},s=${hex}`,
        `t=${nonce},s=${hex.toUpperCase()}`,
        `t=${nonce}, s=${hex}`,
      )
      .map((signature) => ({ body, signature })),
    // Another time.
    fc
      .integer({ min: 1, max: 4_102_444_800 })
      .filter((t) => String(t) !== nonce)
      .map((t) => ({ body, signature: `t=${t},s=${hex}` })),
    // The dot in another place.
    fc.nat({ max: 8 }).map((length) => ({
      body: `${nonce.slice(length)}.${body}`,
      signature: `t=${nonce.slice(0, length) || '0'},s=${hex}`,
    })),
  );
};

it(
  `${count} forged, altered and re-timed events move nothing; a genuine one does, once however often it comes`,
  async () => {
    const customer = await store.newCustomer();
    const key = crypto.randomUUID();
    await pay(store, customer, paymentRequest(), key);
    // The gateway's records confirm the refund, so only the signature check rejects forgeries.
    await store.gateway.refund(key);
    const body = eventOf(key, crypto.randomUUID());
    const nonce = '1795262400';

    for (const forged of fc.sample(forgeries(body, nonce), count))
      expect(await send(forged.body, forged.signature), JSON.stringify(forged)).toBe(401);
    await store.events.work();
    expect(await store.database.query('select from gateway_events')).toEqual([]);
    expect(await movements()).toEqual([{ kind: 'purchase' }]);

    // Concurrent, replayed, and sent again later.
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
