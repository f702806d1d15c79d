import { beforeEach, describe, expect, it } from 'vitest';
import { updateCards } from '#server/store/cards/account-updater.ts';
import { createBillingAddressReader } from '#server/store/cards/billing-address.ts';
import { OddRecordError } from '#server/store/gateway/order.ts';
import { listCards, signIn } from '../support/card-payments.ts';
import { silentLog } from '../support/logs.ts';
import { createOperator } from '../support/operator.ts';
import { billingAddress } from '../support/payment-requests.ts';
import { buyAtLocalGateway, storeAtLocalGateway } from '../support/store-at-local-gateway.ts';
import { postGatewayEvent } from '../support/store-under-test.ts';

let customer: string;
let token: string;
let vaultFails = false;
const { local, store } = await storeAtLocalGateway({
  intercept(request) {
    if (vaultFails) request.socket.destroy();
    return vaultFails;
  },
});
beforeEach(async () => {
  vaultFails = false;
  customer = await store.newCustomer();
  token = await signIn(store, customer);
  expect((await buyAtLocalGateway({ local, store }, token, { save_card: true })).status).toBe(200);
});

const operator = createOperator(store.database, local);
const vaultIdOf = async (): Promise<string> => {
  const find = 'select vault_id as "vaultId" from cards where customer_id = $1';
  const [row] = await store.database.query<{ vaultId: string }>(find, [customer]);
  return row?.vaultId ?? expect.fail('The customer has no card.');
};
const vaultIds = () => local.gateway.savedCards.list().map(({ customerVaultId }) => customerVaultId);
/** Sends an event about a card and lets the store handle it. Returns a function that reads the event. */
const tell = async (event_type: string, list: string, customer_vault_id: string, updated_date?: string) => {
  const card = { cc_number: '555555******4444', cc_exp: '01/44' };
  const rows = [{ customer_vault_id, ...card, email: 'a@example.com' }];
  const event_id = crypto.randomUUID();
  const body = JSON.stringify({ event_id, event_type, event_body: { updated_date, [list]: rows } });
  expect((await postGatewayEvent(store, body)).status).toBe(200);
  await store.events.work();
  return () =>
    store.database.query('select outcome, body::text from gateway_events where event_id = $1', [event_id]);
};

describe('account updater events', () => {
  it('update a card’s expiry from the vault', async () => {
    const vaultId = await vaultIdOf();
    await local.gateway.savedCards.tell(vaultId, 'automaticallyupdated', { expiry: '0644' });
    await tell('acu.summary.contactcustomer', 'vault_updates', vaultId);
    await tell('acu.summary.automaticallyupdated', 'vault_updated_expiration_dates', vaultId);
    expect(await listCards(store, token)).toMatchObject([
      { last4: '1111', expiry: '06/44', notice: null, updated_at: store.clock.now.toISOString() },
    ]);
  });

  it.each([
    ['acu.summary.contactcustomer', 'contact-bank'],
    ['acu.summary.closedaccount', 'closed'],
  ])('add a notice to the card (event %s, notice %s)', async (type, notice) => {
    await tell(type, 'vault_updates', await vaultIdOf());
    expect(await listCards(store, token)).toMatchObject([{ last4: '1111', notice, updated_at: null }]);
  });

  it('do not change a card’s notice if the events are older than the card’s last event', async () => {
    const vaultId = await vaultIdOf();
    const notice = async () => (await listCards(store, token))[0]?.notice;
    await tell('acu.summary.closedaccount', 'vault_updates', vaultId, '2026-03-02');
    await tell('acu.summary.contactcustomer', 'vault_updates', vaultId, '2026-03-01');
    await tell('acu.summary.automaticallyupdated', 'vault_updated_cards', vaultId, '2026-03-01');
    expect(await notice()).toBe('closed');
    await store.clock.advance(60_000);
    await tell('acu.summary.automaticallyupdated', 'vault_updated_cards', vaultId, '2026-03-02');
    expect(await notice()).toBeNull();
  });

  it('are stored without card data and ignored for another shop’s cards', async () => {
    const read = await tell('acu.summary.closedaccount', 'vault_updates', 'another-shop');
    const [event] = await read();
    expect(event).toMatchObject({ outcome: 'not-ours' });
    const kept = { transaction_id: null, order_id: null, vault_ids: ['another-shop'] };
    expect(JSON.parse(String(event?.['body']))).toEqual(kept);
  });

  it('update other cards even if one card’s vault record cannot be read', async () => {
    const saved = await store.database.query<{ vaultId: string }>(
      `select vault_id as "vaultId" from cards where state = 'saved' limit 2`,
    );
    expect(saved).toHaveLength(2);
    let reads = 0;
    const findVaultCard = async () => {
      reads += 1;
      if (reads === 1) throw new OddRecordError('odd');
      return { brand: 'visa', last4: '4444', expiresOn: '2044-01-31' };
    };
    const ids = saved.map(({ vaultId }) => vaultId);
    const parts = { database: store.database, gateway: { findVaultCard }, log: silentLog };
    const news = { type: 'acu.summary.automaticallyupdated', vaultIds: ids, date: undefined } as const;
    expect(await updateCards(parts, { ...news, receivedAt: store.clock.now })).toBe('card-updated');
    expect(await store.database.query(`select from cards where last4 = '4444'`)).toHaveLength(1);
  });

  it('are retried if the vault does not respond', async () => {
    const vaultId = await vaultIdOf();
    vaultFails = true;
    const read = await tell('acu.summary.automaticallyupdated', 'vault_updated_cards', vaultId);
    expect(await read()).toMatchObject([{ outcome: null }]);
    vaultFails = false;
    await store.clock.advance(3_600_000);
    await store.events.work();
    expect(await read()).toMatchObject([{ outcome: 'card-updated' }]);
  });
});

describe('the coffer command', () => {
  it('exports and shows cards by brand and last four digits', async () => {
    const exported = await operator.json('export', customer);
    expect(exported.cards).toMatchObject([
      { state: 'saved', brand: 'visa', last4: '1111', expiry: '12/40', removedAt: null },
    ]);
    expect(JSON.stringify(exported)).not.toContain(await vaultIdOf());
    expect((await operator.run('customer', customer)).text).toContain('visa 1111, until 12/40');
  });

  it('erases cards from the store and the gateway', async () => {
    const vaultId = await vaultIdOf();
    const answer = await operator.json('erase', customer, '--yes');
    expect(answer).toMatchObject({ savedCards: { deleted: 1, left: 0 } });
    expect(answer.erased).toContain('saved cards');
    expect(vaultIds()).not.toContain(vaultId);
    expect(await listCards(store, token)).toEqual([]);
  });

  it('reports cards that the gateway did not delete, and the store deletes them later', async () => {
    const vaultId = await vaultIdOf();
    const { text } = await createOperator(store.database).run('erase', customer, '--yes');
    expect(text).toContain('The card gateway did not delete 1 saved cards.');
    const ofCard = 'select state, last4, devices from cards where vault_id = $1';
    const [row] = await store.database.query(ofCard, [vaultId]);
    expect(row).toEqual({ state: 'removing', last4: null, devices: [] });
    await store.vaultCards.work();
    expect(vaultIds()).not.toContain(vaultId);
  });

  it('erases a card even if its sale completes after the erasure', async () => {
    const orderId = crypto.randomUUID();
    local.gateway.replies.add({ type: 'sale', reply: 'lost', orderId });
    const purchase = { order: orderId, save_card: true };
    expect((await buyAtLocalGateway({ local, store }, token, purchase)).status).toBe(502);
    await store.clock.advance(1_000);
    await operator.run('erase', customer, '--yes');
    expect(await store.recovery.sweep('due')).toBe(1);
    await store.vaultCards.work();
    expect(await listCards(store, token)).toEqual([]);
    const rows = await store.database.query('select state from cards where customer_id = $1', [customer]);
    expect(rows).toEqual([{ state: 'removed' }, { state: 'removed' }]);
  });
});

describe('GET /api/billing-address', () => {
  const read = (as: string) => store.call('/api/billing-address', { as });
  const none = { status: 200, body: { billing_address: null } };

  it('returns null if the gateway fails, after an erasure and without a purchase', async () => {
    vaultFails = true;
    expect(await read(token)).toMatchObject(none);
    vaultFails = false;
    await operator.run('erase', customer, '--yes');
    expect(await read(token)).toMatchObject(none);
    expect(await read(await store.newCustomer())).toMatchObject(none);
  });

  it('waits at most three seconds for the gateway', async () => {
    const waits: unknown[] = [];
    const findBillingAddress = async (_: string, timeoutMs?: number) => void waits.push(timeoutMs);
    const parts = { database: store.database, gateway: { findBillingAddress }, log: silentLog };
    expect(await createBillingAddressReader(parts)(customer)).toBeNull();
    expect(waits).toEqual([3_000]);
  });

  it('returns the last purchase’s address as the gateway received it', async () => {
    expect((await read(token)).body).toEqual({ billing_address: { ...billingAddress, state: 'IL' } });
  });
});
