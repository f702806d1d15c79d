import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperator, type Operator } from '../support/operator.ts';
import { expectComplaint } from '../support/refusals.ts';
import {
  buyAtLocalGateway,
  reversalsAt,
  type StoreAtLocalGateway,
  storeAtLocalGateway,
} from '../support/store-at-local-gateway.ts';

let operator: Operator;
let customer: string;
let order: string;
let forgetsOrders = false;
const { local, store }: StoreAtLocalGateway = await storeAtLocalGateway({
  intercept(request, response) {
    if (!forgetsOrders || request.url !== '/api/transact.php') return false;
    void text(request).then(async (body) => {
      const form = new URLSearchParams(body);
      form.delete('orderid');
      const place = `http://gateway.test${request.url}`;
      const reply = await local.gateway.app.request(place, { method: 'POST', body: form });
      response.end(await reply.text());
    });
    return true;
  },
});
beforeEach(async () => {
  operator = createOperator(store.database, local);
  customer = await store.newCustomer();
  order = crypto.randomUUID();
  expect(await buyAtLocalGateway({ local, store }, customer, { order })).toMatchObject({ status: 200 });
});
afterEach(() => {
  forgetsOrders = false;
});

const refund = (...more: string[]) => operator.run('refund', order, ...more, '--yes');
const settle = () => local.gateway.settle(order);
const balance = async () => (await store.call('/api/credits/balance', { as: customer })).body;
const gatewayRefunds = () => reversalsAt(local, order);
const results = async () =>
  (await operator.json('audit', '--customer', customer)).actions
    .filter(({ command }: { command: string }) => command === 'refund')
    .map(({ result }: { result: string }) => result)
    .reverse();
const openCases = async () =>
  (await operator.json('open')).cases.filter(({ attemptId }: { attemptId: string }) => attemptId === order);
const stateOfRefund = async () => (await operator.json('attempt', order)).refunds.at(-1)?.state;
const loseReply = (type: 'refund' | 'void') =>
  local.gateway.replies.add({ type, orderId: order, reply: 'lost' });

describe('coffer refund', () => {
  it('voids an unsettled sale and removes the credits', async () => {
    const done = { exitCode: 0, text: 'The void of $10.00 is done and booked.' };
    expect(await refund('--reason', 'Bought twice')).toMatchObject(done);
    expect(gatewayRefunds()).toEqual(['void 1000']);
    expect(await balance()).toEqual({ balance: 0 });
    expect(await results()).toEqual(['asked', 'approved']);
    const { movements } = await operator.json('attempt', order);
    expect(movements.at(-1)).toMatchObject({ kind: 'void', cause: 'person grace' });
    await expectComplaint(refund(), 'This purchase is already refunded in full. Nothing was sent.');
    expect(gatewayRefunds()).toHaveLength(1);
  });

  it('refunds a settled sale in equal parts and then the rest', async () => {
    await settle();
    const asked = await operator.json('refund', order, '300', '--yes');
    expect(asked).toMatchObject({ kind: 'refund', amountCents: 300, state: 'recorded' });
    expect(await refund('300')).toMatchObject({ exitCode: 0 });
    expect(await balance()).toEqual({ balance: 1300 - 720 - 60 });
    await expectComplaint(refund('401'), 'You can refund at most $4.00: the rest is already refunded.');
    expect(await refund()).toMatchObject({ exitCode: 0 });
    expect(gatewayRefunds()).toEqual(['refund 300', 'refund 300', 'refund 400']);
    expect(await balance()).toEqual({ balance: 0 });
  });

  it('asks for confirmation', async () => {
    expect(await operator.run('refund', order)).toEqual({
      exitCode: 1,
      text: '',
      complaints:
        'Refund $10.00 of $10.00 to the card, by a void, because the sale has not settled? Type yes to continue:\n' +
        'Nothing was changed.',
    });
    expect(gatewayRefunds()).toEqual([]);
    expect(await results()).toEqual([]);
  });

  it('reports why the gateway refused and can be retried', async () => {
    const refusal = expect.stringContaining('The gateway refused: Refund amount may not exceed');
    await expectComplaint(refund('400'), refusal, 3);
    expect(await results()).toEqual(['asked', 'refused']);
    await settle();
    expect(await refund('400')).toMatchObject({ exitCode: 0 });
  });

  it('does not refund a purchase that the bank returned', async () => {
    await settle();
    await local.gateway.returnCharge(order);
    await expectComplaint(refund(), 'This purchase is already refunded in full. Nothing was sent.');
  });

  it('does not refund a declined purchase', async () => {
    const declined = crypto.randomUUID();
    await buyAtLocalGateway({ local, store }, customer, { card: 'declined', order: declined });
    const complaint = 'The card was not charged, so there is nothing to refund.';
    await expectComplaint(operator.run('refund', declined, '--yes'), complaint);
  });

  it('needs a reachable gateway', async () => {
    const offline = createOperator(store.database).run('refund', order, '--yes');
    await expectComplaint(offline, 'Set GATEWAY_URL and GATEWAY_SECURITY_KEY as for the store.', 2);
    const unreachable = createOperator(store.database, { url: 'http://127.0.0.1:2', securityKey: 'x' });
    const unread = "The gateway's records can't be read (ECONNREFUSED). Nothing was sent or changed.";
    await expectComplaint(unreachable.run('refund', order, '--yes'), unread, 3);
    const refused = createOperator(store.database, { ...local, securityKey: 'wrong' });
    const why = expect.stringContaining('(the gateway refuses GATEWAY_SECURITY_KEY)');
    await expectComplaint(refused.run('refund', order, '--yes'), why, 3);
    expect((await refused.json('attempt', order)).gateway.why).toBe(
      'the gateway refuses GATEWAY_SECURITY_KEY',
    );
  });

  it('can be retried if the gateway returned status 429', async () => {
    local.gateway.replies.add({ type: 'void', orderId: order, reply: 'too-many-requests' });
    const limited = 'The gateway was not reached (status 429). Nothing was refunded. Try again later.';
    await expectComplaint(refund(), limited, 3);
    expect(await refund()).toMatchObject({ exitCode: 0 });
    expect(gatewayRefunds()).toEqual(['void 1000']);
  });
});

describe('a refund whose response was lost', () => {
  it('is found in the gateway’s records immediately', async () => {
    loseReply('void');
    expect(await refund()).toMatchObject({ exitCode: 0 });
    expect(gatewayRefunds()).toEqual(['void 1000']);
    expect(await results()).toEqual(['asked', 'unknown']);
    expect((await operator.json('open')).refunds).not.toContainEqual(
      expect.objectContaining({ attemptId: order }),
    );
    const { cases } = await operator.json('customer', customer);
    expect(cases).toMatchObject([{ kind: 'refund-unknown', closedBy: 'store' }]);
  });

  it('is never sent again while the gateway’s records do not show it', async () => {
    await settle();
    local.gateway.records.delay({ orderId: order });
    loseReply('refund');
    const asked = await Promise.all([refund('400'), refund('400')]);
    expect(asked.filter(({ exitCode }) => exitCode === 0)).toEqual([]);
    const unsent = { exitCode: 3, text: expect.stringContaining('Nothing was sent again') };
    for (let time = 0; time < 3; time += 1) expect(await refund('400')).toMatchObject(unsent);
    expect(gatewayRefunds()).toEqual(['refund 400']);
    expect(await openCases()).toMatchObject([{ kind: 'refund-unknown' }]);
    expect(await stateOfRefund()).toBe('unknown');

    local.gateway.records.release();
    const done = { exitCode: 0, text: expect.stringMatching(/is done\. Nothing was sent again\.$/) };
    expect(await refund('400')).toMatchObject(done);
    expect(gatewayRefunds()).toEqual(['refund 400']);
    expect(await balance()).toEqual({ balance: 780 });
    expect(await openCases()).toEqual([]);
  });

  it('is found by recovery and booked only once', async () => {
    local.gateway.records.delay({ orderId: order });
    loseReply('void');
    await refund();
    await store.clock.advance(3_600_000);
    await store.recovery.sweep('due');
    expect(await stateOfRefund()).toBe('unknown');
    local.gateway.records.release();
    await store.clock.advance(3_600_000);
    await store.recovery.sweep('due');
    expect(await stateOfRefund()).toBe('recorded');
    expect(await balance()).toEqual({ balance: 0 });
    await store.recovery.recheck(order, 'records');
    expect((await operator.json('attempt', order)).movements).toHaveLength(2);
  });

  it('is not confused with an earlier refund of the same amount', async () => {
    await settle();
    await refund('300');
    const nothing = { reply: 'code', code: 400, effect: 'nothing' } as const;
    local.gateway.replies.add({ type: 'refund', orderId: order, ...nothing });
    expect(await refund('300')).toMatchObject({ exitCode: 3 });
    const { refunds } = await operator.json('attempt', order);
    expect(refunds.map(({ state }: { state: string }) => state).sort()).toEqual(['recorded', 'unknown']);
    expect(gatewayRefunds()).toEqual(['refund 300']);
    const [{ caseId }] = await openCases();
    await operator.run('open', 'close', caseId, '--note', 'The gateway’s support says that it was not done');
    const closed = { exitCode: 1, text: expect.stringContaining('was closed with its case') };
    expect(await refund('300')).toMatchObject(closed);
    expect(await refund('300')).toMatchObject({ exitCode: 0 });
    expect(gatewayRefunds()).toEqual(['refund 300', 'refund 300']);
  });

  it('becomes a case if the process that requested it is gone', async () => {
    await settle();
    const request = crypto.randomUUID();
    await store.database.query(
      `insert into refund_requests
         (customer_id, refund_id, attempt_id, kind, amount_cents, references_before, requested_by, requested_at)
       values ($1, $2, $3, 'refund', 1000, '{}', 'ada', store_now())`,
      [customer, request, order],
    );
    expect(await refund()).toMatchObject({ exitCode: 3 });
    expect(await stateOfRefund()).toBe('sending');
    await store.clock.advance(60_000);
    await store.recovery.recheck(order, 'records');
    expect(await stateOfRefund()).toBe('unknown');
    expect(await openCases()).toMatchObject([{ kind: 'refund-unknown', reference: request }]);
    expect(gatewayRefunds()).toEqual([]);
  });
});

it('a separate refund transaction without an order is booked by the id in the response', async () => {
  await settle();
  local.gateway.settings.update({ refundShape: 'own-transaction' });
  forgetsOrders = true;
  expect(await refund('400')).toMatchObject({ exitCode: 0, text: expect.stringContaining('is done') });
  expect(await balance()).toEqual({ balance: 780 });

  // Reading the records again doesn't open a case for this refund.
  await store.database.query('update gateway_sweeps set swept_to = null, next_at = store_now()');
  await store.changedRecords.look();
  expect((await operator.json('open')).cases).not.toContainEqual(
    expect.objectContaining({ kind: 'refund-without-order' }),
  );
  expect((await operator.json('attempt', order)).movements).toHaveLength(2);
});
