import { expect, test } from 'vitest';
import { controlOf, paying, saving, startGateway } from './gateway-under-test.ts';
import { startMerchant } from './merchant.ts';

const holder = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

/** Starts a gateway with the saved card `card-1` and a merchant's server. Returns both with operator calls. */
const openVault = async (fields: Record<string, string> = {}) => {
  const merchant = await startMerchant();
  const gateway = await startGateway(merchant.webhook);
  await gateway.sell({ ...saving, ...holder, ...fields });
  await merchant.received(1);
  const call = controlOf(gateway);
  const update = (body: object) => call('POST', '/vault/updates', { customerVaultId: 'card-1', ...body });
  const codeOf = async () => (await gateway.sale({ ...paying, dup_seconds: '0' })).response_code;
  return { merchant, gateway, call, update, codeOf };
};

test('a saved card’s sales can be declined with a code, a set number of times or until reset', async () => {
  const { gateway, call, codeOf } = await openVault();
  const decline = (body: object) => call('POST', '/vault/declines', { customerVaultId: 'card-1', ...body });
  expect((await decline({ code: 251, times: 2 })).status).toBe(204);
  expect(await codeOf()).toBe('251');
  await gateway.restart();
  expect((await call('GET', '/vault')).body).toMatchObject([{ decline: { code: 251, times: 1 } }]);
  expect(await codeOf()).toBe('251');
  expect(await codeOf()).toBe('100');
  await decline({ code: 264 });
  expect(await codeOf()).toBe('264');
  expect(await gateway.sell({}, '4111111111111111')).toMatchObject({ response: '1' });
  expect(await codeOf()).toBe('264');
  await decline({ code: null });
  expect(await codeOf()).toBe('100');
  await decline({ code: 253 });
  await call('POST', '/reset');
  expect(await codeOf()).toBe('100');
  expect((await decline({ customerVaultId: 'none', code: 250 })).status).toBe(404);
  expect((await decline({ code: 100 })).status).toBe(400);
});

test('an account update changes the card’s expiry or number, and its event lists the card', async () => {
  const { merchant, gateway, call, update, codeOf } = await openVault();
  gateway.advance(60_000);
  expect((await update({ kind: 'automaticallyupdated' })).body).toMatchObject({ expiry: '1233' });
  const report = { report_type: 'account_updater', start_date: '20260615120001' };
  expect(await gateway.query({ ...report, end_date: '20260615120059' })).not.toContain('card-1');
  expect(await gateway.query(report)).toMatch(/<cc_exp>1233<.*<account_updated>20260615120100</);
  const card = '4012888888881881';
  await update({ kind: 'automaticallyupdated', card, expiry: '0135' });
  expect((await call('GET', '/vault')).body).toMatchObject([
    { maskedCard: '401288******1881', expiry: '0135' },
  ]);
  const [, first, second] = await merchant.received(3);
  expect(first).toMatchObject({
    event_type: 'acu.summary.automaticallyupdated',
    event_body: {
      updated_date: '2026-06-15',
      vault_updated_cards: [],
      vault_count_updated_expiration_dates: 1,
      vault_updated_expiration_dates: [
        {
          customer_vault_id: 'card-1',
          billing_id: expect.stringMatching(/^\d{10}$/),
          cc_number: '411111******1111',
          cc_exp: '12/33',
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: 'ada@example.com',
          phone: '',
        },
      ],
    },
  });
  expect(second?.event_body).toMatchObject({
    vault_updated_cards: [{ customer_vault_id: 'card-1', cc_number: '401288******1881', cc_exp: '01/35' }],
    vault_updated_expiration_dates: [],
  });
  expect(await codeOf()).toBe('100');
  expect((await update({ kind: 'automaticallyupdated', card: '4242424242424242' })).status).toBe(400);
});

test('the account updater refuses unknown cards and cards with acu_enabled=false', async () => {
  const { update } = await openVault({ acu_enabled: 'false' });
  expect((await update({ kind: 'closedaccount' })).status).toBe(409);
  expect((await update({ kind: 'closedaccount', customerVaultId: 'none' })).status).toBe(404);
});
