import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { handleError, readJson } from 'local-services/http/body.ts';
import * as v from 'valibot';
import type { BackOffice } from './back-office.ts';
import { updaterNews } from './events/bodies.ts';
import { deliveryRuleSchema } from './events/delivery-rules.ts';
import { releaseOrders } from './events/events.ts';
import { conditions } from './records/transaction.ts';
import { settingsPatchSchema } from './settings.ts';
import { findTestCard } from './test-cards.ts';
import { stagedReplySchema } from './transact/staged-replies.ts';

const orderId = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const wholeNumber = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
/** An optional amount in US cents. */
const amountCents = v.optional(wholeNumber(1, 999_999_999));
const maxLateMs = 7 * 24 * 60 * 60 * 1000;

const orderSchema = v.strictObject({ orderId });
const anyOrderSchema = v.strictObject({ orderId: v.optional(orderId) });
const returnSchema = v.strictObject({ orderId, amountCents });
const chargebackSchema = v.strictObject({
  orderIds: v.pipe(v.array(orderId), v.minLength(1), v.maxLength(10_000)),
  amountCents,
  reason: v.optional(v.pipe(v.string(), v.maxLength(200))),
  id: v.optional(v.picklist(['own', 'transaction'])),
  recorded: v.optional(v.boolean()),
});
const conditionSchema = v.strictObject({ orderId, condition: v.nullable(v.picklist(conditions)) });
const latenessSchema = v.strictObject({
  orderId: v.optional(orderId),
  ms: v.optional(wholeNumber(0, maxLateMs)),
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
const customerVaultId = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const declineSchema = v.strictObject({
  customerVaultId,
  code: v.nullable(wholeNumber(200, 299)),
  times: v.optional(wholeNumber(1, 1_000_000)),
});
const updaterSchema = v.strictObject({
  customerVaultId,
  kind: v.picklist(updaterNews),
  /** The number of a published test card. */
  card: v.optional(
    v.pipe(
      v.string(),
      v.check((number) => findTestCard(number) !== undefined, 'Only published test cards are accepted'),
      v.transform(findTestCard),
    ),
  ),
  expiry: v.optional(v.pipe(v.string(), v.regex(/^(0[1-9]|1[0-2])\d{2}$/))),
});
const refundSchema = v.strictObject({
  orderId,
  amountCents,
  shape: v.optional(v.picklist(['action', 'own-transaction'])),
  /** The order id of a refund with a separate transaction. */
  refundOrderId: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

/**
 * Creates the operator's routes. Amounts are US cents. An order without a charge gets a 404, a forbidden action a 409.
 *
 * - `GET /sales`, `POST /sales/refund`; see `refundSchema`
 * - `POST /reset`: clears staged responses, delivery rules, settings and late records
 * - `GET /transactions?orderId=`: lists the records, including late ones
 * - `POST /void` `{ orderId }`, `POST /settle` `{ orderId? }`, `POST /settlement-failures` `{}`
 * - `POST /returns` `{ orderId, amountCents? }`, `POST /chargebacks` `{ orderIds, amountCents?, reason?, id?, recorded? }`
 * - `GET /vault`: lists the saved cards; `DELETE /vault/ID`
 * - `POST /vault/declines` `{ customerVaultId, code, times? }`: declines the card's sales; null stops this
 * - `POST /vault/updates` `{ customerVaultId, kind, card?, expiry? }`: an account update; see `updaterSchema`
 * - `POST /condition` `{ orderId, condition }`; null restores the condition that follows from the actions
 * - `GET /records`, `POST /records/delay` `{ orderId?, ms? }`, `POST /records/release` `{ orderId? }`: late records
 * - `GET|POST|DELETE /replies`, `DELETE /replies/ID`: one-time responses of `transact.php`; see `stagedReplySchema`
 * - `GET|PATCH /settings`: the merchant's account; see `settingsSchema`
 * - `GET /events`, `POST /events` `{ type, body, orderIds? }`, `POST /events/ID/resend`
 * - `GET|POST|DELETE /fates`, `DELETE /fates/ID`: lost, held … events; see `deliveryRuleSchema`
 * - `POST /events/release` `{ orderId?, order? }`: sends held events `as-happened`, `reversed` or `shuffled`
 */
export const createControl = (gateway: BackOffice): Hono => {
  const app = new Hono();
  const { records, replies, settings, events, savedCards } = gateway;

  app.onError(handleError);
  app.get('/sales', (c) => c.json(gateway.sales()));
  app.post('/sales/refund', async (c) => {
    const { orderId, refundOrderId, ...refund } = await readJson(c, refundSchema);
    return c.json(orRefused(await gateway.refund(orderId, { ...refund, orderId: refundOrderId })));
  });
  app.post('/reset', (c) => done(c, gateway.reset()));
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
  app.post('/settlement-failures', async (c) => c.json(await gateway.failSettlement()));
  app.post('/returns', async (c) => {
    const { orderId, amountCents } = await readJson(c, returnSchema);
    return c.json(orRefused(await gateway.returnCharge(orderId, amountCents)));
  });
  app.post('/chargebacks', async (c) => {
    const { orderIds, ...options } = await readJson(c, chargebackSchema);
    return c.json(orRefused(await gateway.chargeBack(orderIds, options)));
  });
  app.post('/condition', async (c) => {
    const { orderId, condition } = await readJson(c, conditionSchema);
    return done(c, orRefused(await gateway.setCondition(orderId, condition ?? undefined)));
  });

  app.get('/vault', (c) => c.json(savedCards.list()));
  app.post('/vault/declines', async (c) => {
    const { customerVaultId: id, code, times } = await readJson(c, declineSchema);
    const decline = code === null ? undefined : { code, times };
    return done(c, orRefused(await savedCards.decline(id, decline)));
  });
  app.post('/vault/updates', async (c) => {
    const { customerVaultId: id, kind, ...renewed } = await readJson(c, updaterSchema);
    return c.json(orRefused(await savedCards.tell(id, kind, renewed)));
  });
  app.delete('/vault/:id', async (c) =>
    doneIfFound(c, await savedCards.remove(c.req.param('id')), 'saved card'),
  );

  app.get('/records', (c) => c.json(records.list()));
  app.post('/records/delay', async (c) => done(c, records.delay(await readJson(c, latenessSchema))));
  app.post('/records/release', async (c) =>
    done(c, records.release((await readJson(c, anyOrderSchema)).orderId)),
  );

  app.get('/replies', (c) => c.json(replies.list()));
  app.post('/replies', async (c) =>
    c.json({ id: replies.add(await readJson(c, stagedReplySchema)).id }, 201),
  );
  app.delete('/replies', (c) => done(c, replies.clear()));
  app.delete('/replies/:id', (c) => doneIfFound(c, replies.remove(c.req.param('id')), 'reply'));

  app.get('/settings', (c) => c.json(settings.get()));
  app.patch('/settings', async (c) => c.json(settings.update(await readJson(c, settingsPatchSchema))));

  app.get('/events', (c) => c.json(events.list()));
  app.post('/events', async (c) => done(c, await events.send(await readJson(c, eventSchema))));
  app.post('/events/release', async (c) => done(c, await events.release(await readJson(c, releaseSchema))));
  app.post('/events/:id/resend', (c) => doneIfFound(c, events.resend(c.req.param('id')), 'event'));
  app.get('/fates', (c) => c.json(events.listDeliveryRules()));
  app.post('/fates', async (c) =>
    c.json({ id: events.addDeliveryRule(await readJson(c, deliveryRuleSchema)).id }, 201),
  );
  app.delete('/fates', (c) => done(c, events.clearDeliveryRules()));
  app.delete('/fates/:id', (c) =>
    doneIfFound(c, events.removeDeliveryRule(c.req.param('id')), 'delivery rule'),
  );
  return app;
};

const done = (c: Context, _result: unknown) => c.body(null, 204);

const doneIfFound = (c: Context, isFound: boolean, name: string) => {
  if (!isFound) throw new HTTPException(404, { message: `No such ${name}` });
  return c.body(null, 204);
};

const refusals = {
  'no-sale': [404, 'No card was charged for this order'],
  'no-card': [404, 'No such saved card'],
  'not-checked': [409, 'The account updater does not check this card (acu_enabled=false)'],
  'refunded-before': [409, 'It has already been refunded'],
  'over-balance': [409, 'That is more than the amount that is left'],
  'not-pending': [
    409,
    'It has settled or was refunded. Only a sale that is pending settlement can be voided',
  ],
} as const;

/** Returns a successful result. @throws {HTTPException} if the result is a refusal */
const orRefused = <Done extends object>(result: Done | keyof typeof refusals): Done => {
  if (typeof result !== 'string') return result;
  const [status, message] = refusals[result];
  throw new HTTPException(status, { message });
};
