import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMerchant, createScriptedCredits } from '../support/merchant.ts';
import { refusal } from '../support/refusals.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';

const scripted = createScriptedCredits();
const store = await storeOfFile({}, { creditsOf: scripted.creditsOf });
const merchant = await createMerchant(store);
afterEach(() => {
  scripted.calls.length = 0;
});

const id = '6f0c4a5e-54f3-4d5a-8a0e-3a0f5b1f2c11';
const common = { id, customer_id: 'ada', credits: 2 };
const order = { id, customerId: 'ada', credits: 2, reference: null, description: null };
const sums = { balance: 98, held: 0, available: 98 };
const spent = { returned: 0, reference: 'job 7', created_at: '2026-11-20T12:00:00.000Z', ...sums };
const spend = { ...common, ...spent };
const batchOf = (count: number) => ({ spends: Array.from({ length: count }, () => ({})) });

describe('POST /v1/spends', () => {
  it('returns a status and a body for each spend, in order', async () => {
    scripted.answers.spendBatch = [
      { outcome: 'created', spend },
      { outcome: 'repeated', spend },
      { outcome: 'insufficient-credits', required: 2, available: 1 },
      { outcome: 'customer-blocked' },
      { outcome: 'customer-not-found' },
      { outcome: 'id-reused' },
    ];
    const words = { reference: 'job 7', description: 'A picture' };
    const [named, zero] = [
      { ...common, ...words },
      { ...common, credits: 0 },
    ];
    const upper = { ...common, id: id.toUpperCase() };
    const spends = [named, common, zero, upper, common, common, common];
    const { status, body } = await merchant.post('/spends', { spends });
    const refused = (code: string) => ({ id, code, detail: expect.any(String) });
    const required = { required: 2, available: 1 };
    expect(body).toEqual({
      results: [
        { ...spend, status: 201 },
        { ...spend, status: 200 },
        { ...refused('invalid-request'), status: 400 },
        { ...refused('insufficient-credits'), id: upper.id, status: 402, ...required },
        { ...refused('customer-blocked'), status: 402 },
        { ...refused('customer-not-found'), status: 404 },
        { ...refused('id-reused'), status: 409 },
      ],
    });
    expect(status).toBe(200);
    const orders = [{ ...order, ...words }, ...Array.from({ length: 5 }, () => order)];
    expect(scripted.calls.map(({ given }) => given)).toEqual([orders]);
  });

  it.each<[unknown, id: string | null, detail: string]>([
    [{ ...common, id: '7' }, '7', 'id must be a UUID.'],
    [{ ...common, id: 7 }, null, 'id must be a UUID.'],
    [{ customer_id: 'ada', credits: 2 }, null, 'id is required.'],
    [{ ...common, refrence: 'x' }, id, 'refrence is not a field of this call.'],
    [[common], null, 'A spend must be a JSON object.'],
  ])('refuses only the wrong spend %j', async (wrong, given, detail) => {
    const { status, body } = await merchant.post('/spends', { spends: [wrong] });
    const result = { id: given, status: 400, code: 'invalid-request', detail };
    expect({ status, body }).toEqual({ status: 200, body: { results: [result] } });
    expect(scripted.calls).toEqual([]);
  });

  const noList = 'spends must be a list of 1 to 500 spends.';
  it.each<[unknown, detail: string]>([
    [[common], 'The request body must be a JSON object.'],
    [{}, 'spends is required.'],
    [{ spends: common }, noList],
    [{ spends: [] }, noList],
    [batchOf(501), noList],
    [{ ...batchOf(1), atomic: true }, 'atomic is not a field of this call.'],
  ])('refuses the whole batch if it is malformed (%#)', async (body, detail) => {
    expect(await merchant.post('/spends', body)).toMatchObject(refusal(400, 'invalid-request', detail));
  });

  it.each(['/spends', '/spends/'])('accepts 1 MiB at %s', async (path) => {
    const filled = (length: number) => ({
      spends: [{ id: 'x'.repeat(length - '{"spends":[{"id":""}]}'.length) }],
    });
    expect(await merchant.post(path, filled(1024 * 1024))).toMatchObject({ status: 200 });
    expect(await merchant.post(path, filled(1024 * 1024 + 1))).toMatchObject(refusal(413, 'too-large'));
  });

  it('counts every 25 spends as a call, and a full second allows any batch', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const merchantApi = { callsPerSecond: 4, callsInFlight: 100 };
    const limited = await startAnother(store, { merchantApi }, scripted);
    const exact = await createMerchant(limited);
    expect((await exact.post('/spends', batchOf(76))).status).toBe(200);
    expect(await exact.post('/spends', batchOf(1))).toMatchObject(refusal(429, 'rate-limited'));
    const large = await createMerchant(limited);
    expect((await large.post('/spends', batchOf(500))).status).toBe(200);
    const refused = await large.post('/spends', batchOf(1));
    const detail = 'This key may make 4 calls a second. Wait 5 seconds, then repeat the call.';
    expect(refused).toMatchObject(refusal(429, 'rate-limited', detail));
    expect(refused.headers.get('Retry-After')).toBe('5');
  });
});
