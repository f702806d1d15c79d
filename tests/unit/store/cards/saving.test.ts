import { beforeEach, describe, expect, it } from 'vitest';
import { createVaultCards } from '#server/store/cards/vault-cards.ts';
import { listCards, payAndSave, payWithCard, saveCard, signIn } from '../support/card-payments.ts';
import { silentLog } from '../support/logs.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const minute = 60_000;
const start = new Date('2026-11-20T12:00:00Z');
let customer: string;
let token: string;
const store = await storeOfFile({ ATTEMPTS_PER_MINUTE: '100' });
beforeEach(async () => {
  await store.clock.set(start);
  await store.database.query('update cards set check_at = null');
  await store.database.query('update purchase_attempts set check_at = null');
  customer = await store.newCustomer();
  token = await signIn(store, customer);
});

const lastSale = () => Object.fromEntries(store.gateway.requests.at(-1) ?? []);
const deletions = () => store.gateway.vaultRequests.filter((form) => form.has('customer_vault'));
const rows = () =>
  store.database.query<Record<string, unknown>>(
    'select state, last4, check_at, initial_transaction_id from cards where customer_id = $1',
    [customer],
  );

describe('a new card', () => {
  it('is saved by an approved sale with the fields that the card scheme requires', async () => {
    const key = crypto.randomUUID();
    expect((await payAndSave(store, token, key)).status).toBe(200);
    expect(lastSale()).toMatchObject({
      customer_vault: 'add_customer',
      customer_vault_id: expect.stringMatching(/^[\da-f-]{36}$/),
      initiated_by: 'customer',
      stored_credential_indicator: 'stored',
    });
    expect(lastSale()).not.toHaveProperty('billing_method');
    const [card] = await listCards(store, token);
    const shown = { brand: 'visa', last4: '1111', expiry: '12/40', is_default: true };
    expect(card).toEqual({ id: expect.any(String), ...shown, notice: null, updated_at: null });
    const initial = store.gateway.transactionIdOf(key);
    expect(await rows()).toMatchObject([{ check_at: null, initial_transaction_id: initial }]);
  });

  it('is saved only if the customer asks for it', async () => {
    await pay(store, token, paymentRequest());
    await pay(store, token, paymentRequest({ save_card: false }));
    expect(lastSale()).not.toHaveProperty('customer_vault_id');
    expect(await rows()).toEqual([]);
  });

  it('is saved once a sale with a lost response is found in the gateway’s records', async () => {
    store.gateway.behavior = 'charge, then cut the connection';
    expect((await payAndSave(store, token)).status).toBe(502);
    await store.vaultCards.work();
    expect(await listCards(store, token)).toEqual([]);
    await store.clock.advance(1_000);
    await store.recovery.sweep('due');
    await store.vaultCards.work();
    expect(await listCards(store, token)).toMatchObject([{ last4: '1111' }]);
  });

  it('is saved within seconds or at the next start if the vault failed', async () => {
    for (const [when, waitMs] of [
      ['all', 0],
      ['due', 2_000],
    ] as const) {
      store.gateway.vault = 'failing';
      await payAndSave(store, token);
      store.gateway.vault = 'true';
      await store.vaultCards.work('due');
      expect(await listCards(store, token)).toEqual([]);
      await store.clock.advance(waitMs);
      await store.vaultCards.work(when);
      const [card] = await listCards(store, token);
      expect(card).toMatchObject({ last4: '1111' });
      await store.call(`/api/cards/${card?.id}`, { method: 'DELETE', as: token });
    }
  });

  it('is saved later if the vault does not show it yet', async () => {
    store.gateway.vault = 'failing';
    expect((await payAndSave(store, token)).status).toBe(200);
    store.gateway.vault = 'lagging';
    await store.clock.advance(minute);
    await store.vaultCards.work();
    expect(await listCards(store, token)).toEqual([]);
    store.gateway.vault = 'true';
    await store.clock.advance(60 * minute);
    await store.vaultCards.work();
    expect(await listCards(store, token)).toMatchObject([{ last4: '1111' }]);
  });

  it('is dropped if the vault has no record of it after three days', async () => {
    store.gateway.vault = 'lagging';
    await payAndSave(store, token);
    await store.clock.advance(72 * 60 * minute);
    store.logged.length = 0;
    await store.vaultCards.work();
    store.gateway.vault = 'true';
    await store.clock.advance(72 * 60 * minute);
    await store.vaultCards.work();
    expect(store.logged).toContainEqual(expect.objectContaining({ event: 'card-not-saved' }));
    expect(await listCards(store, token)).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'removed' }]);
    expect(deletions().length).toBeGreaterThan(0);
  });

  it.each([
    ['a declined sale', { refuseWith: 202 }, 0],
    ['a partial sale, which is voided', 'charge a part of it', 1],
  ] as const)('is not saved by %s', async (_, behavior, deleted) => {
    store.gateway.behavior = behavior;
    expect((await payAndSave(store, token)).status).toBe(402);
    await store.clock.advance(minute);
    await store.vaultCards.work();
    expect(await listCards(store, token)).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'removed', last4: null }]);
    expect(deletions().length).toBeGreaterThanOrEqual(deleted);
  });

  it('keeps its vault id if its sale is sent again', async () => {
    const key = crypto.randomUUID();
    const request = paymentRequest({ save_card: true });
    store.gateway.behavior = 'answer 429';
    await pay(store, token, request, key);
    const first = lastSale()['customer_vault_id'];
    store.gateway.behavior = 'charge';
    expect((await pay(store, token, request, key)).status).toBe(200);
    expect(lastSale()['customer_vault_id']).toBe(first);
    expect(await listCards(store, token)).toHaveLength(1);
    expect((await pay(store, token, { ...request, save_card: false }, key)).status).toBe(422);
  });

  it('is saved only once, and the default card stays the same', async () => {
    const first = await saveCard(store, token);
    const other = await saveCard(store, token);
    await store.call(`/api/cards/${first.id}/default`, { method: 'PUT', as: token });
    store.gateway.vault = 'failing';
    await payAndSave(store, token);
    await payAndSave(store, token);
    store.gateway.vault = 'true';
    await Promise.all([store.vaultCards.work('all'), store.vaultCards.work('all')]);
    expect(await listCards(store, token)).toMatchObject([{ id: first.id }, { id: other.id }]);
    expect(deletions()).toHaveLength(2);
  });

  it('is saved again if the saved copy has a notice from the bank', async () => {
    const { id } = await saveCard(store, token);
    await store.database.query(`update cards set notice = 'closed' where card_id = $1`, [id]);
    await store.clock.advance(minute);
    await payAndSave(store, token);
    expect(await listCards(store, token)).toMatchObject([{ notice: null }, { id, notice: 'closed' }]);
  });

  it('is refused if the customer already has ten cards', async () => {
    for (let saved = 0; saved < 10; saved += 1) await saveCard(store, token);
    const sales = store.gateway.requests.length;
    const request = paymentRequest({ save_card: true });
    const key = crypto.randomUUID();
    const refused = await pay(store, token, request, key);
    expect(refused).toMatchObject(refusal(409, 'too-many-cards'));
    expect(store.gateway.requests).toHaveLength(sales);
    expect(await listCards(store, token)).toHaveLength(10);
    expect((await pay(store, token, { ...request, save_card: false }, key)).status).toBe(200);
  }, 60_000);

  it('is declined with advice if the merchant’s account has no vault', async () => {
    const text = 'Your account is not set up to use the Customer Vault.';
    store.gateway.behavior = { refuseWith: 300, text };
    const reply = await payAndSave(store, token);
    expect(reply).toMatchObject(refusal(402, 'declined', expect.stringContaining('without saving it')));
  });
});

describe('a saved card', () => {
  it('is the default if it is the newest, unless the customer chooses another', async () => {
    const first = await saveCard(store, token);
    await store.clock.advance(minute);
    const second = await saveCard(store, token);
    expect(await listCards(store, token)).toMatchObject([
      { id: second.id, is_default: true },
      { id: first.id, is_default: false },
    ]);
    const chosen = await store.call(`/api/cards/${first.id}/default`, { method: 'PUT', as: token });
    expect(chosen).toMatchObject({ status: 200, body: { cards: [{ id: first.id, is_default: true }, {}] } });
    await store.clock.advance(minute);
    await saveCard(store, token);
    expect((await listCards(store, token))[0]).toMatchObject({ id: first.id, is_default: true });
  });

  it('is removed from the store and the gateway', async () => {
    const card = await saveCard(store, token);
    const reply = await store.call(`/api/cards/${card.id}`, { method: 'DELETE', as: token });
    expect(reply).toMatchObject({ status: 200, body: { cards: [] } });
    expect(deletions()).toHaveLength(1);
    const nothing = { last4: null, check_at: null, initial_transaction_id: null };
    expect(await rows()).toEqual([{ state: 'removed', ...nothing }]);
    expect((await store.call(`/api/cards/${card.id}`, { method: 'DELETE', as: token })).status).toBe(200);
    expect((await payWithCard(store, token, card.id)).status).toBe(404);
    const chosen = await store.call(`/api/cards/${card.id}/default`, { method: 'PUT', as: token });
    expect(chosen.status).toBe(404);
  });

  it('is hidden at once after its removal, and deleted once the gateway responds', async () => {
    const card = await saveCard(store, token);
    store.gateway.vault = 'failing';
    const reply = await store.call(`/api/cards/${card.id}`, { method: 'DELETE', as: token });
    expect(reply).toMatchObject({ status: 200, body: { cards: [] } });
    expect(await rows()).toMatchObject([{ state: 'removing' }]);
    store.gateway.vault = 'true';
    await store.vaultCards.work();
    expect(await rows()).toMatchObject([{ state: 'removed' }]);
  });

  it('is removed from the gateway with a time limit of three seconds', async () => {
    const card = await saveCard(store, token);
    store.gateway.vault = 'failing';
    await store.call(`/api/cards/${card.id}`, { method: 'DELETE', as: token });
    const waits: unknown[] = [];
    const gateway = {
      findVaultCard: async () => undefined,
      deleteVaultCard: async (_: string, timeoutMs?: number) => void waits.push(timeoutMs),
    };
    const { database, config } = store;
    await createVaultCards({ database, gateway, config, log: silentLog }).removeNow(customer, card.id);
    expect(waits).toEqual([3_000]);
  });

  it('counts as removed if the gateway no longer has it', async () => {
    const card = await saveCard(store, token);
    await store.gateway.deleteCard(lastSale()['customer_vault_id'] ?? '');
    await store.call(`/api/cards/${card.id}`, { method: 'DELETE', as: token });
    expect(await rows()).toMatchObject([{ state: 'removed' }]);
  });

  it.each([
    ['GET', ''],
    ['DELETE', '/:id'],
    ['PUT', '/:id/default'],
  ])('is hidden from other customers by %s /api/cards%s', async (method, path) => {
    const { id } = await saveCard(store, token);
    const other = await store.newCustomer();
    const reply = await store.call(`/api/cards${path.replace(':id', id)}`, { method, as: other });
    if (path === '') expect(reply).toMatchObject({ status: 200, body: { cards: [] } });
    else expect(reply).toMatchObject(refusal(404, 'card-not-found'));
    expect(await listCards(store, token)).toHaveLength(1);
  });

  it('cannot be requested without a UUID or by an unknown customer', async () => {
    const odd = await store.call('/api/cards/none', { method: 'DELETE', as: token });
    expect(odd).toMatchObject({ status: 400, body: { detail: 'The id of a saved card is a UUID.' } });
    const stranger = await store.call('/api/cards', { as: crypto.randomUUID() });
    expect(stranger).toMatchObject(refusal(404, 'customer-not-found'));
  });
});
