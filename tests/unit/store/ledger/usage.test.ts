import { beforeEach, describe, expect, it } from 'vitest';
import { createUsageReader, sumUsage } from '#server/store/ledger/usage.ts';
import { callsAbout, createMerchant } from '../support/merchant.ts';
import { createOperator } from '../support/operator.ts';
import { refusal } from '../support/refusals.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';

let customer: string;
const store = await storeOfFile();
const merchant = await createMerchant(store);
const { grant, spend, hold } = callsAbout(() => ({ merchant, customer }));
beforeEach(async () => {
  customer = await store.newCustomer();
});

const call = (query = '', id = customer) => merchant.get(`/customers/${id}/usage${query}`);
const read = async (query = '') => {
  const { status, body } = await call(query);
  expect(status).toBe(200);
  expect((await store.call(`/api/usage${query}`, { as: customer })).body).toEqual(body);
  return body;
};
/** Adds the movements so far to the sums. */
const sum = async () => {
  await store.database.query('insert into usage_queue values ($1)', [customer]);
  await sumUsage(store.database);
  await expectBooksToBalance(store.database);
};
const giveBack = (spent: string, credits: number) =>
  merchant.put(`/spends/${spent}/returns/${crypto.randomUUID()}`, { credits });
const capture = (held: string, credits: number) => merchant.post(`/holds/${held}/capture`, { credits });
/** Moves the clock. Dates are in UTC unless they have a time zone. */
const at = (time: string) => store.clock.set(new Date(time));

describe('GET /v1/customers/{id}/usage', () => {
  it.each([
    ['', false],
    [', although some are already summed', true],
  ])(
    'sums spends, captures and returns on their own days and under their references%s',
    async (_, isSummed) => {
      await at('2026-12-01T12:00:00Z');
      await grant(1_000);
      const spent = await spend(10, { reference: 'chat' });
      await spend(5, { reference: 'images' });
      await spend(1);
      const held = await hold(50, { reference: 'images', expires_in: 100_000 });
      await merchant.post(`/holds/${await hold(3)}/release`);
      await at('2026-12-02T12:00:00Z');
      await capture(held, 20);
      await giveBack(spent, 4);
      if (isSummed) await sum();
      await at('2026-12-03T12:00:00Z');
      await giveBack(spent, 6);
      await giveBack(await spend(2), 2);
      await grant(1);
      expect(await read()).toEqual({
        rows: [
          { day: '2026-12-01', credits: 16, count: 3 },
          { day: '2026-12-02', credits: 16, count: 1 },
          { day: '2026-12-03', credits: -6, count: 1 },
        ],
        credits: 26,
      });
      expect(await read('?by=reference')).toEqual({
        rows: [
          { reference: 'images', credits: 25, count: 2 },
          { reference: null, credits: 1, count: 2 },
          { reference: 'chat', credits: 0, count: 1 },
        ],
        credits: 26,
      });
      const later = '&from=2026-12-02&to=2026-12-03';
      expect(await read(`?by=reference${later}`)).toMatchObject({
        credits: 10,
        rows: [{}, {}, { credits: -10 }],
      });
      expect(await read('?from=2026-12-04&to=2026-12-04')).toEqual({ rows: [], credits: 0 });
    },
  );

  it.each([
    ['2027-03', '2027-03-01T06:00:00Z', '31', '2027-04-01T05:00:00Z'],
    ['2027-11', '2027-11-01T05:00:00Z', '30', '2027-12-01T06:00:00Z'],
  ])('includes exactly %s, in which the offset of Chicago changes', async (month, start, lastDay, end) => {
    const secondBefore = (time: string) => new Date(Date.parse(time) - 1_000).toISOString();
    await at(secondBefore(start));
    await grant(10_000);
    await spend(1);
    for (const [time, credits] of Object.entries({ [start]: 10, [secondBefore(end)]: 100, [end]: 1_000 })) {
      await at(time);
      await spend(credits);
    }
    const [from, to] = [`${month}-01`, `${month}-${lastDay}`];
    expect(await read(`?from=${from}&to=${to}`)).toEqual({
      rows: [from, to].map((day, place) => ({ day, credits: place === 0 ? 10 : 100, count: 1 })),
      credits: 110,
    });
  });

  it('has the last 30 days by default', async () => {
    await at('2028-01-01T12:00:00Z');
    await grant(100);
    await spend(1);
    await at('2028-01-30T12:00:00Z');
    await spend(2);
    expect(await read()).toMatchObject({ credits: 3 });
    expect(await read('?to=2028-01-29')).toMatchObject({ credits: 1 });
    expect(await read('?from=2028-01-02')).toMatchObject({ credits: 2 });
    await at('2028-01-31T12:00:00Z');
    expect(await read()).toMatchObject({ credits: 2 });
  });

  it('lists the references with the most credits, and sums them all', async () => {
    await grant(100);
    for (const [reference, credits] of Object.entries({ a: 1, c: 2, b: 2 }))
      await spend(credits, { reference });
    const two = createUsageReader(store.database, 2);
    expect(await two(customer, { by: 'reference' })).toEqual({
      rows: ['b', 'c'].map((reference) => ({ reference, credits: 2, count: 1 })),
      credits: 5,
    });
  });

  it('spans 1 to 366 days of a known customer', async () => {
    expect(await call('', crypto.randomUUID())).toMatchObject(refusal(404, 'customer-not-found'));
    expect(await read('?from=2027-01-01&to=2028-01-01')).toEqual({ rows: [], credits: 0 });
    const wrong = (detail: string) => refusal(400, 'invalid-request', detail);
    const own = await store.call('/api/usage?from=yesterday', { as: customer });
    expect(own).toMatchObject(wrong('from must be a date like 2026-12-31.'));
    const long = wrong('from and to must span at most 366 days.');
    expect(await call('?from=2027-01-01&to=2028-01-02')).toMatchObject(long);
    expect(await call('?from=2020-01-01')).toMatchObject(long);
    const turned = wrong('from must not be after to.');
    expect(await call('?from=2027-01-02&to=2027-01-01')).toMatchObject(turned);
    expect(await call('?from=2030-01-01')).toMatchObject(turned);
  });

  it('queues a customer to be summed after every 256 movements', async () => {
    const spends = (length: number) =>
      Array.from({ length }, () => ({ id: crypto.randomUUID(), customer_id: customer, credits: 1 }));
    await grant(1_000);
    await merchant.post('/spends', { spends: spends(200) });
    await sumUsage(store.database);
    const sums = () =>
      store.database.query('select credits, count from usage_days where customer_id = $1', [customer]);
    expect(await sums()).toEqual([]);
    await merchant.post('/spends', { spends: spends(300) });
    await sumUsage(store.database);
    expect(await sums()).toEqual([{ credits: 500, count: 500 }]);
    for (let held = 501; held < 512; held += 1) await merchant.post(`/holds/${await hold(1)}/capture`);
    await sumUsage(store.database);
    expect(await sums()).toEqual([{ credits: 511, count: 511 }]);
    expect(await read()).toMatchObject({ rows: [{ credits: 511 }] });
  });

  it('keeps its figures but loses its references when the customer is erased', async () => {
    await grant(100);
    await spend(1);
    await spend(2, { reference: 'chat' });
    await sum();
    await spend(4, { reference: 'images' });
    await createOperator(store.database).run('erase', customer, '--yes');
    const rows = [{ reference: null, credits: 7, count: 3 }];
    expect((await call('?by=reference')).body).toEqual({ rows, credits: 7 });
    await sum();
    expect((await call('?by=reference')).body).toEqual({ rows, credits: 7 });
  });
});
