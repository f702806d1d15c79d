import { beforeEach, describe, expect, it } from 'vitest';
import { seedProducts } from '#server/store/products/catalog.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';

let id: string;
const store = await storeOfFile();
const operator = createOperator(store.database);
beforeEach(() => {
  id = `p-${crypto.randomUUID()}`;
});

const add = (...more: string[]) =>
  operator.run('products', 'add', id, '--name', 'Gift', '--price', '700', '--credits', '750', ...more);
const onSale = async () => (await store.call('/api/products', { as: 'ada' })).body;
const ids = async () => (await operator.json('products')).products.map((one: { id: string }) => one.id);

describe('coffer products', () => {
  it('adds, changes and withdraws a product immediately and keeps its history', async () => {
    // Start a second process before the changes, because it must notice them.
    const another = await startAnother(store);

    expect(await add('--bonus', '50', '--description', 'For a friend')).toMatchObject({ exitCode: 0 });
    const offer = { name: 'Gift', price_cents: 700, credits: 750, bonus_credits: 50 };
    const gift = { id, ...offer, description: 'For a friend' };
    expect(await onSale()).toEqual([...store.products, gift]);
    expect(await operator.json('products', 'change', id, '--price', '900', '--rank', '15')).toMatchObject({
      product: { id, version: 2, priceCents: 900, credits: 750 },
    });
    const [first, ...others] = store.products;
    const { body: seenElsewhere } = await another.call('/api/products', { as: 'ada' });
    expect(seenElsewhere).toEqual([first, { ...gift, price_cents: 900 }, ...others]);
    expect((await operator.run('products', 'withdraw', id)).text).toContain(`${id} (withdrawn)`);
    expect(await onSale()).toEqual(store.products);
    expect(await ids()).not.toContain(id);

    const { versions } = await operator.json('products', 'history', id);
    expect(versions).toMatchObject([
      { version: 1, priceCents: 700, onSale: true, changedBy: 'grace' },
      { version: 2, priceCents: 900, rank: 15, onSale: true },
      { version: 3, priceCents: 900, onSale: false },
    ]);
    expect((await operator.json('audit', '--limit', '1')).actions).toMatchObject([
      { command: 'products withdraw', subject: id, details: { version: 3, onSale: false }, customerId: null },
    ]);
    expect(await add()).toMatchObject({ exitCode: 0 });
    expect(await ids()).toContain(id);
    await operator.run('products', 'withdraw', id);
  });

  it('can make credits expire without affecting earlier purchases', async () => {
    const lifetimes = async () => {
      const [latest] = (await operator.json('products', 'history', id)).versions.slice(-1);
      return [latest.creditsExpireDays, latest.bonusExpireDays];
    };
    await add('--bonus', '50', '--bonus-expire', '30');
    expect(await lifetimes()).toEqual([null, 30]);
    await operator.run('products', 'change', id, '--credits-expire', '365', '--bonus-expire', 'never');
    expect(await lifetimes()).toEqual([365, null]);
    await operator.run('products', 'change', id, '--bonus-expire', '7');
    for (const days of ['0', '36501', '1.5'])
      expect((await operator.run('products', 'change', id, '--bonus-expire', days)).complaints).toContain(
        'It must be 1 to 36,500 days, or never.',
      );

    const customer = await store.newCustomer();
    expect((await pay(store, customer, paymentRequest({ product_id: id }))).status).toBe(200);
    await operator.run('products', 'change', id, '--bonus-expire', 'never');
    const expiries = await store.database.query(
      `select kind, expires_at - created_at = case kind when 'bonus' then interval '7 days' else interval '365 days' end as "isKept"
       from credit_grants where customer_id = $1 order by kind`,
      [customer],
    );
    expect(expiries).toEqual([
      { kind: 'bonus', isKept: true },
      { kind: 'purchase', isKept: true },
    ]);
    await operator.run('products', 'withdraw', id);
  });

  it('leaves existing purchases unchanged', async () => {
    await add();
    const customer = await store.newCustomer();
    await pay(store, customer, paymentRequest({ product_id: id }));
    await operator.run('products', 'change', id, '--price', '1', '--name', 'Cheap');
    await operator.run('products', 'withdraw', id);
    expect((await store.call('/api/transactions/history', { as: customer })).body).toMatchObject({
      transactions: [{ product_name: 'Gift', amount_display: '$7.00', total_credits: 750 }],
    });
  });

  it('changes only products on sale, and only if a value differs', async () => {
    const changePrice = ['products', 'change', 'plus-1200', '--price'];
    for (const [args, complaint] of [
      [['products', 'change', id, '--price', '1'], `${id} is not on sale.`],
      [['products', 'withdraw', id], `${id} is not on sale.`],
      [['products', 'history', id], `There is no product ${id}. To list all, run coffer products --all.`],
      [[...changePrice, '1000'], 'plus-1200 already has these values. Nothing was changed.'],
      [
        ['products', 'add', 'plus-1200', '--name', 'x', '--price', '1', '--credits', '1'],
        'plus-1200 is already on sale. Change it, or add it under a different id.',
      ],
    ] as const)
      expect(await operator.run(...args)).toEqual({ exitCode: 1, text: '', complaints: complaint });
    for (const price of ['0', '4.99', '-1', '$5'])
      expect(await operator.run(...changePrice, price)).toMatchObject({ exitCode: 2 });
  });

  it('limits prices, credits and bonuses to 10^12', async () => {
    for (const option of ['--price', '--credits', '--bonus'])
      for (const amount of ['1000000000001', String(2 ** 63), '9'.repeat(30)])
        for (const command of [
          ['add', id, '--name', 'Gift', '--price', '700', '--credits', '750'],
          ['change', 'plus-1200'],
        ])
          expect(await operator.run('products', ...command, option, amount)).toMatchObject({
            exitCode: 2,
            complaints: expect.stringContaining('It must be at most 1,000,000,000,000.'),
          });
    expect(await add('--bonus', String(10 ** 12))).toMatchObject({ exitCode: 0 });
    await operator.run('products', 'withdraw', id);
  });
});

it('the products file is loaded only into an empty store', async () => {
  const before = await onSale();
  const [first] = store.products;
  if (first === undefined) throw new Error('There are products.');
  expect(await seedProducts(store.database, [{ ...first, id: 'another' }])).toBe(false);
  expect(await onSale()).toEqual(before);
});
