import { beforeEach, describe, expect, it } from 'vitest';
import { createMerchant, createScriptedCredits } from '../support/merchant.ts';
import { refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const scripted = createScriptedCredits();
const store = await storeOfFile({}, { creditsOf: scripted.creditsOf });
const merchant = await createMerchant(store);
beforeEach(() => {
  scripted.calls.length = 0;
});

const id = '6f0c4a5e-54f3-4d5a-8a0e-3a0f5b1f2c11';
const returnId = '0b0d7c5e-1111-4d5a-8a0e-3a0f5b1f2c22';
const customerId = 'a1b2c3d4-0000-4000-8000-000000000000';

type WrongCall = readonly [path: string, body: unknown, detail: string];

describe('a call with a wrong field', () => {
  const spends = `/spends/${id}`;
  const holds = `/holds/${id}`;
  const grants = `/grants/${id}`;
  const returns = `/spends/${id}/returns/${returnId}`;
  const common = { customer_id: customerId, credits: 1 };
  const granted = { ...common, reason: 'x' };
  const wholeNumber = 'must be a whole number from 1 to 1000000000000.';

  const wrongCredits = [0, -1, 1.5, '1', null, 10 ** 12 + 1, true].flatMap((credits): WrongCall[] => [
    [spends, { ...common, credits }, `credits ${wholeNumber}`],
    [returns, { credits }, `credits ${wholeNumber}`],
    [holds, { ...common, credits }, `credits ${wholeNumber}`],
    [grants, { ...granted, credits }, `credits ${wholeNumber}`],
  ]);

  const noTime = 'expires_at must be a time like 2026-12-31T00:00:00Z.';
  const noDates = ['2026-13-01T00:00:00Z', '2027-02-31T00:00:00Z', '0000-01-01T00:00:00Z'];
  const wrongTimes = ['9999-12-31T23:59:59-23:59', 'soon', '2026-12-31', ...noDates];

  const wrongCalls: readonly WrongCall[] = [
    ...wrongCredits,
    ['/customers/7', {}, 'id must be a UUID.'],
    [`/customers/${id}`, { email: 'ada@example.com' }, 'email is not a field of this call.'],
    ['/spends/7', common, 'id must be a UUID.'],
    ['/holds/7', common, 'id must be a UUID.'],
    ['/grants/7', granted, 'id must be a UUID.'],
    [`/spends/7/returns/${returnId}`, { credits: 1 }, 'id must be a UUID.'],
    [`/spends/${id}/returns/7`, { credits: 1 }, 'return_id must be a UUID.'],
    [spends, { credits: 1 }, 'customer_id is required.'],
    [spends, { customer_id: customerId }, 'credits is required.'],
    [spends, { ...common, customer_id: '' }, 'customer_id must be 1 to 128 characters'],
    [spends, { ...common, customer_id: 7 }, 'customer_id must be 1 to 128 characters'],
    [spends, { ...common, customer_id: 'a\u0000b' }, 'customer_id must be 1 to 128 characters'],
    [spends, { ...common, reference: '' }, 'reference must be 1 to 200 characters'],
    [spends, { ...common, reference: 'x'.repeat(201) }, 'reference must be 1 to 200 characters'],
    [spends, { ...common, description: 'a\nb' }, 'description must be 1 to 200 characters'],
    [spends, { ...common, refrence: 'x' }, 'refrence is not a field of this call.'],
    [spends, [common], 'The request body must be a JSON object.'],
    [spends, 7, 'The request body must be a JSON object.'],
    [spends, '{', 'The request body is not valid JSON.'],
    [holds, { ...common, expires_in: 0 }, 'expires_in must be a whole number from 1 to 604800.'],
    [holds, { ...common, expires_in: 604_801 }, 'expires_in must be a whole number from 1 to 604800.'],
    [grants, common, 'reason is required.'],
    [grants, { ...granted, reason: '' }, 'reason must be 1 to 200 characters'],
    [grants, { ...granted, priority: -1 }, 'priority must be a whole number from 0 to 1000.'],
    [grants, { ...granted, priority: 1_001 }, 'priority must be a whole number from 0 to 1000.'],
    ...wrongTimes.map((expires_at): WrongCall => [grants, { ...granted, expires_at }, noTime]),
  ];

  it.each(wrongCalls)('is refused: PUT %s %j', async (path, body, detail) => {
    const reply = await merchant.put(path, body);
    expect(reply).toMatchObject(refusal(400, 'invalid-request', expect.stringContaining(detail)));
    expect(scripted.calls).toEqual([]);
  });

  const capture = `/holds/${id}/capture`;
  const extend = `/holds/${id}/extend`;
  const noDuration = 'expires_in must be a whole number from 1 to 604800.';
  it.each<WrongCall>([
    ...[0, '1', 1.5, -1, null].map((credits): WrongCall => [capture, { credits }, `credits ${wholeNumber}`]),
    ...[0, 604_801, '60', null].map((expires_in): WrongCall => [extend, { expires_in }, noDuration]),
    [capture, { amount: 1 }, 'amount is not a field of this call.'],
  ])('is refused: POST %s %j', async (path, body, detail) => {
    expect(await merchant.post(path, body)).toMatchObject({ status: 400, body: { detail, hold_id: id } });
    expect(scripted.calls).toEqual([]);
  });

  const path = `/customers/${customerId}`;
  const inTime = 'must be a time like 2026-12-31T00:00:00Z.';
  const inDate = 'must be a date like 2026-12-31.';
  it.each([
    ['activity?before=0', 'before must be the `next` of an earlier page.'],
    ['activity?limit=101', 'limit must be a whole number from 1 to 100.'],
    [
      'activity?kind=refund',
      'kind must be one of spend, return, grant, expiry, purchase, reversal, adjustment.',
    ],
    ['activity?reference=', 'reference must be 1 to 200 characters without line breaks.'],
    [`activity?reference=${'x'.repeat(201)}`, 'reference must be 1 to 200 characters without line breaks.'],
    ['activity?from=2026-12-31', `from ${inTime}`],
    ['activity?to=2026-02-31T00:00:00Z', `to ${inTime}`],
    ['activity?from=2026-12-31T00:00:00Z&to=2026-12-30T00:00:00Z', 'from must not be after to.'],
    ['usage?from=2026-12-31T00:00:00Z', `from ${inDate}`],
    ['usage?to=2026-02-31', `to ${inDate}`],
    ['usage?to=2026-13-01', `to ${inDate}`],
    ['usage?to=0000-01-01', `to ${inDate}`],
    ['usage?by=week', 'by must be day or reference.'],
  ])('is refused: GET /v1/customers/{id}/%s', async (query, detail) => {
    const reply = await merchant.get(`${path}/${query}`);
    expect(reply).toMatchObject(refusal(400, 'invalid-request', detail));
  });

  it('is refused if its id is not a UUID, or if a search has no email address', async () => {
    const wrong = (detail: string) => ({ status: 400, body: { detail } });
    for (const call of ['capture', 'extend', 'release'])
      expect(await merchant.post(`/holds/7/${call}`)).toMatchObject(wrong('id must be a UUID.'));
    expect(await merchant.get('/customers')).toMatchObject(wrong('email is required.'));
    const noAddress = wrong('email must be an email address.');
    for (const email of ['', 'a@%00.example', 'x'.repeat(321)])
      expect(await merchant.get(`/customers?email=${email}`)).toMatchObject(noAddress);
    expect(scripted.calls).toEqual([]);
  });

  it('is refused if it is too large or not declared as JSON', async () => {
    const headers = { Authorization: `Bearer ${merchant.key}` };
    const asText = { ...headers, 'Content-Type': 'text/plain' };
    for (const [method, path] of [
      ['PUT', spends],
      ['POST', `${holds}/capture`],
    ] as const)
      expect(
        await store.call(`/v1${path}`, { method, body: JSON.stringify(common), headers: asText }),
      ).toMatchObject(refusal(415, 'unsupported-media-type'));
    const body = { ...common, reference: 'x'.repeat(20_000) };
    expect(await merchant.put(spends, body)).toMatchObject(refusal(413, 'too-large'));
  });

  it('is refused with another method or an unknown path', async () => {
    const headers = { Authorization: `Bearer ${merchant.key}` };
    const reply = await store.call(`/v1${spends}`, { method: 'DELETE', headers });
    expect(reply).toMatchObject(refusal(405, 'method-not-allowed'));
    expect(await merchant.get('/nothing')).toMatchObject(refusal(404, 'not-found'));
  });
});
