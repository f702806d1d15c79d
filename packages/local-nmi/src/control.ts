import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { handleError, readJson } from 'local-services/http/body.ts';
import * as v from 'valibot';
import type { GatewayDesk } from './desk.ts';
import { releaseOrders } from './events/events.ts';
import { fateSchema } from './events/fates.ts';
import { conditions } from './records/transaction.ts';
import { settingsPatchSchema } from './settings.ts';
import { stagedReplySchema } from './transact/staged-replies.ts';

const orderId = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
/** US cents. */
const amountCents = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999));
const maxLateMs = 7 * 24 * 60 * 60 * 1000;

const orderSchema = v.strictObject({ orderId });
const anyOrderSchema = v.strictObject({ orderId: v.optional(orderId) });
const returnSchema = v.strictObject({ orderId, amountCents: v.optional(amountCents) });
const chargebackSchema = v.strictObject({
  orderIds: v.pipe(v.array(orderId), v.minLength(1), v.maxLength(10_000)),
  amountCents: v.optional(amountCents),
  reason: v.optional(v.pipe(v.string(), v.maxLength(200))),
  id: v.optional(v.picklist(['own', 'transaction'])),
  recorded: v.optional(v.boolean()),
});
const conditionSchema = v.strictObject({ orderId, condition: v.nullable(v.picklist(conditions)) });
const latenessSchema = v.strictObject({
  orderId: v.optional(orderId),
  ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxLateMs))),
});
const eventSchema = v.strictObject({
  type: v.pipe(v.string(), v.regex(/^[a-z.]{1,100}$/)),
  body: v.record(v.string(), v.unknown()),
  orderIds: v.optional(v.array(orderId), []),
});
const releaseSchema = v.strictObject({
  orderId: v.optional(orderId),
  order: v.optional(v.picklist(releaseOrders)),
});
/** `refundOrderId` is the order id of a refund with a transaction of its own. */
const refundSchema = v.strictObject({
  orderId,
  amountCents: v.optional(amountCents),
  shape: v.optional(v.picklist(['action', 'own-transaction'])),
  refundOrderId: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

/** `GET /` lists the sales, `POST /refund` refunds one; see `refundSchema`. */
export const createSalesControl = (gateway: GatewayDesk): Hono => {
  const app = new Hono();
  app.onError(handleError);
  app.get('/', (c) => c.json(gateway.sales()));
  app.post('/refund', async (c) => {
    const { orderId, refundOrderId, ...refund } = await readJson(c, refundSchema);
    return c.json(orRefused(await gateway.refund(orderId, { ...refund, orderId: refundOrderId })));
  });
  return app;
};

/**
 * What an operator does at the gateway. Amounts are US cents. An order that was not charged is a 404, and what can't be done
 * with an order a 409.
 *
 * - `POST /reset`: takes back replies, fates, settings and late records
 * - `GET /transactions?orderId=`: the records, those that come late included
 * - `POST /void` `{ orderId }`, `POST /settle` `{ orderId? }`, `POST /settlement-failures` `{}`
 * - `POST /returns` `{ orderId, amountCents? }`, `POST /chargebacks` `{ orderIds, amountCents?, reason?, id?, recorded? }`
 * - `POST /condition` `{ orderId, condition }`: what the records tell; null: what follows from the actions
 * - `GET /records`, `POST /records/delay` `{ orderId?, ms? }`, `POST /records/release` `{ orderId? }`: records that come late
 * - `GET|POST|DELETE /replies`, `DELETE /replies/ID`: answers of `transact.php` for once; see `stagedReplySchema`
 * - `GET|PATCH /settings`: how this merchant's account is; see `settingsSchema`
 * - `GET /events`, `POST /events` `{ type, body, orderIds? }`, `POST /events/ID/resend`
 * - `GET|POST|DELETE /fates`, `DELETE /fates/ID`: what becomes of events; see `fateSchema`
 * - `POST /events/release` `{ orderId?, order? }`: sends held events, `order` being `as-happened`, `reversed` or `shuffled`
 */
export const createControl = (gateway: GatewayDesk): Hono => {
  const app = new Hono();
  const { records, replies, settings, events } = gateway;

  app.onError(handleError);
  app.post('/reset', (c) => {
    gateway.reset();
    return c.body(null, 204);
  });
  app.get('/transactions', (c) => c.json(gateway.transactions(c.req.query('orderId'))));
  app.post('/void', async (c) => {
    const { orderId } = await readJson(c, orderSchema);
    return c.json(orRefused(await gateway.void(orderId)));
  });
  app.post('/settle', async (c) => {
    const { orderId } = await readJson(c, anyOrderSchema);
    const { batchId, transactions } = await gateway.settle(orderId);
    return c.json({ batchId, transactionIds: transactions.map(({ transactionId }) => transactionId) });
  });
  app.post('/settlement-failures', (c) => c.json(gateway.failSettlement()));
  app.post('/returns', async (c) => {
    const { orderId, amountCents } = await readJson(c, returnSchema);
    return c.json(orRefused(await gateway.takeBack(orderId, amountCents)));
  });
  app.post('/chargebacks', async (c) => {
    const { orderIds, ...options } = await readJson(c, chargebackSchema);
    return c.json(orRefused(await gateway.chargeBack(orderIds, options)));
  });
  app.post('/condition', async (c) => {
    const { orderId, condition } = await readJson(c, conditionSchema);
    if ((await gateway.setCondition(orderId, condition ?? undefined)) === 'no-sale') orRefused('no-sale');
    return c.body(null, 204);
  });

  app.get('/records', (c) => c.json(records.list()));
  app.post('/records/delay', async (c) => {
    records.delay(await readJson(c, latenessSchema));
    return c.body(null, 204);
  });
  app.post('/records/release', async (c) => {
    records.release((await readJson(c, anyOrderSchema)).orderId);
    return c.body(null, 204);
  });

  app.get('/replies', (c) => c.json(replies.list()));
  app.post('/replies', async (c) => {
    const { id } = replies.add(await readJson(c, stagedReplySchema));
    return c.json({ id }, 201);
  });
  app.delete('/replies', (c) => {
    replies.clear();
    return c.body(null, 204);
  });
  app.delete('/replies/:id', (c) => {
    if (!replies.remove(c.req.param('id'))) throw new HTTPException(404, { message: 'No such reply' });
    return c.body(null, 204);
  });

  app.get('/settings', (c) => c.json(settings.get()));
  app.patch('/settings', async (c) => c.json(settings.update(await readJson(c, settingsPatchSchema))));

  app.get('/events', (c) => c.json(events.list()));
  app.post('/events', async (c) => {
    events.send(await readJson(c, eventSchema));
    return c.body(null, 204);
  });
  app.post('/events/release', async (c) => {
    await events.release(await readJson(c, releaseSchema));
    return c.body(null, 204);
  });
  app.post('/events/:id/resend', (c) => {
    if (!events.resend(c.req.param('id'))) throw new HTTPException(404, { message: 'No such event' });
    return c.body(null, 204);
  });
  app.get('/fates', (c) => c.json(events.listFates()));
  app.post('/fates', async (c) => c.json({ id: events.addFate(await readJson(c, fateSchema)).id }, 201));
  app.delete('/fates', (c) => {
    events.clearFates();
    return c.body(null, 204);
  });
  app.delete('/fates/:id', (c) => {
    if (!events.removeFate(c.req.param('id'))) throw new HTTPException(404, { message: 'No such fate' });
    return c.body(null, 204);
  });
  return app;
};

const refusals = {
  'no-sale': [404, 'No card was charged for this order'],
  'refunded-before': [409, 'It has already been refunded'],
  'over-balance': [409, 'That is more than the amount that is left'],
  'not-pending': [
    409,
    'It has settled or was refunded. Only a sale that is pending settlement can be voided',
  ],
} as const;

/** @throws HTTPException for what was refused. */
const orRefused = <Done extends object>(result: Done | keyof typeof refusals): Done => {
  if (typeof result !== 'string') return result;
  const [status, message] = refusals[result];
  throw new HTTPException(status, { message });
};
