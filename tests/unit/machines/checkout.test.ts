import { describe, expect, it } from 'vitest';
import {
  canPay,
  isCardUnsound,
  selectCardFailure,
  selectPackage,
  selectUnsoundCardFields,
} from '#machines/checkout.selectors.ts';
import type { MountAnswer, QuoteAnswer, TokenAnswer } from '#machines/checkout.types.ts';
import { approved, attempt, billing, declined, plus, pro, purchase, refused } from '#tests/purchases.ts';
import { failing, settle } from './harness.ts';
import { atTheCard, never, submit, visit } from './visit-checkout.ts';

describe('a purchase', () => {
  it('goes from the package to the credits, and keeps neither token nor billing', async () => {
    const customer = await atTheCard();
    await customer.send(submit);
    expect(customer.state()).toBe('success');
    expect(customer.emitted).toEqual(['attempt.settled', 'purchased']);
    expect(customer.pay.inputs).toEqual([{ attempt, billing, paymentToken: 'tok-1' }]);
    expect(customer.context()).toMatchObject({ paymentToken: null, billing: null, attempt: null, purchase });
    await customer.send({ type: 'success.dismissed' });
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(selectPackage(customer.checkout.getSnapshot())).toBeNull();
  });

  it('is made once, however often it is submitted', async () => {
    const customer = await atTheCard();
    await customer.send(...Array.from({ length: 10 }, () => submit));
    expect(customer.pay.inputs).toHaveLength(1);
    expect(customer.emitted.filter((type) => type === 'purchased')).toHaveLength(1);
  });

  it('is not made before each card field is valid', async () => {
    const customer = await visit();
    await customer.send({ type: 'package.selected', product: plus });
    expect(canPay(customer.checkout.getSnapshot())).toBe(false);
    expect(selectUnsoundCardFields(customer.checkout.getSnapshot())).toEqual(['ccnumber', 'ccexp', 'cvv']);
    await customer.send(submit);
    expect(customer.state()).toEqual({ error: 'correctable' });
    expect(customer.context().failure?.name).toBe('card-unchecked');
    expect(customer.pay.inputs).toHaveLength(0);
    await customer.send({ type: 'card-field.checked', field: 'ccexp', valid: true, message: '' });
    expect(selectUnsoundCardFields(customer.checkout.getSnapshot())).toEqual(['ccnumber', 'cvv']);
    customer.fillCard();
    expect(canPay(customer.checkout.getSnapshot())).toBe(true);
  });

  it('submitted before the card is called valid is made once it is, however often it was submitted', async () => {
    let answer: (token: TokenAnswer) => void = () => undefined;
    const customer = await visit({
      token: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await customer.send({ type: 'package.selected', product: plus });
    await customer.send(submit, submit);
    await customer.after(1_900);
    customer.fillCard();
    await customer.after(5_000);
    answer({ outcome: 'tokenised', paymentToken: 'tok-1' });
    await settle();
    expect(customer.state()).toBe('success');
    expect(customer.pay.inputs).toHaveLength(1);
  });

  it.each([
    ['a field is wrong', async () => refused('card-incomplete'), 0, 'card-incomplete'],
    ['no field is called valid for two seconds', never, 2_000, 'card-unchecked'],
  ] as const)('is given up, and called no failed payment, when %s', async (_, token, wait, name) => {
    const customer = await visit({ token });
    await customer.send({ type: 'package.selected', product: plus });
    await customer.send(submit);
    await customer.after(wait);
    expect(customer.state()).toEqual({ error: 'correctable' });
    await customer.send({ type: 'form.edited' });
    expect(selectCardFailure(customer.checkout.getSnapshot())?.name).toBe(name);
    expect(customer.emitted).not.toContain('payment.failed');
    expect(customer.context()).toMatchObject({ billing: null, paymentToken: null });
  });

  it('keeps the attempt before anything is sent, or sends nothing', async () => {
    const customer = await atTheCard({ keep: failing });
    await customer.send(submit);
    expect(customer.pay.inputs).toHaveLength(0);
    expect(customer.context().failure?.name).toBe('start-failed');
  });
});

describe('the form', () => {
  it('mounts the card fields anew for another package, and only for another', async () => {
    const customer = await atTheCard();
    await customer.send({ type: 'package.selected', product: plus });
    expect(customer.mount.inputs).toHaveLength(1);
    await customer.send({ type: 'package.selected', product: pro });
    expect(customer.mount.inputs).toHaveLength(2);
    expect(canPay(customer.checkout.getSnapshot())).toBe(false);
  });

  it('asks for no card while its fields are not there', async () => {
    const customer = await visit({ mount: () => new Promise(() => undefined) });
    await customer.send({ type: 'package.selected', product: plus });
    expect(customer.state()).toBe('card-loading');
    expect(isCardUnsound(customer.checkout.getSnapshot())).toBe(false);
    expect(canPay(customer.checkout.getSnapshot())).toBe(false);
  });

  it('drops the fields of a package that was left while they were loading', async () => {
    const answers: ((answer: MountAnswer) => void)[] = [];
    const customer = await visit({ mount: () => new Promise((resolve) => answers.push(resolve)) });
    await customer.send(
      { type: 'package.selected', product: plus },
      { type: 'package.selected', product: pro },
    );
    answers[0]?.({ outcome: 'mounted' });
    await settle();
    expect(customer.state()).toBe('card-loading');
    answers[1]?.({ outcome: 'mounted' });
    await settle();
    expect(customer.state()).toBe('ready');
    expect(customer.context().product).toEqual(pro);
  });

  it('closes on cancel, but not while a payment is under way', async () => {
    const customer = await atTheCard({ pay: never });
    await customer.send(submit, { type: 'checkout.cancelled' }, { type: 'package.selected', product: pro });
    expect(customer.state()).toEqual({ processing: 'charging' });
    const other = await atTheCard();
    await other.send({ type: 'checkout.cancelled' });
    expect(other.state()).toEqual({ idle: 'choosing' });
  });

  it.each([
    ['are refused', async () => refused('system-not-ready'), 'system-not-ready', 0],
    ['throw', failing, 'form-unavailable', 0],
    ['never come', never, 'form-unavailable', 10_000],
  ] as const)('offers another try when the card fields %s', async (_, mount, name, wait) => {
    const customer = await visit({ mount });
    await customer.send({ type: 'package.selected', product: plus });
    await customer.after(wait);
    expect(customer.state()).toEqual({ error: 'unmounted' });
    expect(customer.context().failure?.name).toBe(name);
    customer.world.mount = async () => ({ outcome: 'mounted' });
    await customer.send({ type: 'card-fields.retried' });
    expect(customer.state()).toBe('ready');
    expect(customer.context().failure).toBeNull();
  });
});

describe('the card fields', () => {
  it.each([
    ['ready', async () => approved],
    ['a decline', async () => declined],
  ])('are mounted anew when they are lost after %s', async (state, pay) => {
    const customer = await atTheCard({ pay });
    if (state !== 'ready') await customer.send(submit);
    await customer.loseFields();
    expect(customer.state()).toBe('ready');
    expect(customer.mount.inputs).toHaveLength(2);
    expect(canPay(customer.checkout.getSnapshot())).toBe(false);
  });
});

describe('before the charge', () => {
  it('asks again when the price has changed', async () => {
    const dearer = { ...plus, price_cents: 1_100 };
    const customer = await atTheCard({ quote: async () => ({ outcome: 'changed', product: dearer }) });
    await customer.send(submit);
    expect(customer.state()).toBe('ready');
    expect(customer.context()).toMatchObject({ product: dearer, failure: { name: 'price-changed' } });
    expect(customer.pay.inputs).toHaveLength(0);
  });

  it('drops a token that came before the price turned out to have changed', async () => {
    let answer: (quote: QuoteAnswer) => void = () => undefined;
    const customer = await atTheCard({
      quote: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await customer.send(submit);
    expect(customer.context().paymentToken).toBe('tok-1');
    answer({ outcome: 'changed', product: { ...plus, price_cents: 1_100 } });
    await settle();
    expect(customer.state()).toBe('ready');
    expect(customer.context()).toMatchObject({ paymentToken: null, failure: { name: 'price-changed' } });
    expect(customer.pay.inputs).toHaveLength(0);
  });

  it('asks about the new price when the store refuses the old one', async () => {
    const dearer = { ...plus, price_cents: 1_100 };
    const customer = await atTheCard({
      pay: async () => {
        customer.world.quote = async () => ({ outcome: 'changed', product: dearer });
        return refused('price-changed');
      },
    });
    await customer.send(submit);
    expect(customer.state()).toEqual({ error: 'correctable' });
    await customer.send({ type: 'form.edited' });
    expect(customer.context()).toMatchObject({
      product: dearer,
      attempt: null,
      failure: { name: 'price-changed' },
    });
    expect(customer.emitted).toEqual(['attempt.settled', 'packages.outdated', 'payment.failed']);
  });

  it.each([
    ['is withdrawn', async () => refused('package-withdrawn'), 0, { idle: 'choosing' }, 'package-withdrawn'],
    ['cannot be read', failing, 0, { error: 'correctable' }, 'price-changed'],
    ['is not answered', never, 10_000, { error: 'correctable' }, 'price-changed'],
  ] as const)(
    'leaves a way on when the package with a refused price %s',
    async (_, quote, wait, state, name) => {
      const customer = await atTheCard({
        pay: async () => {
          customer.world.quote = quote;
          return refused('price-changed');
        },
      });
      await customer.send(submit);
      await customer.after(wait);
      expect(customer.state()).toEqual(state);
      expect(customer.context().failure?.name).toBe(name);
    },
  );

  it.each([
    ['quote', { price: 'quoting', card: 'tokenised' }],
    ['token', { price: 'quoted', card: 'tokenising' }],
  ] as const)('is given up when the page is left during the %s', async (step, state) => {
    const customer = await atTheCard({ [step]: never });
    await customer.send(submit);
    expect(customer.state()).toEqual({ processing: { preparing: state } });
    await customer.send({ type: 'checkout.left' });
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(customer.pay.inputs).toHaveLength(0);
  });

  it('is given up, and not called failed, when the page is left while its fields load', async () => {
    const customer = await visit({ mount: never });
    await customer.send({ type: 'package.selected', product: plus });
    expect(customer.state()).toBe('card-loading');
    await customer.send({ type: 'checkout.left' });
    await customer.after(10_000);
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(customer.emitted).not.toContain('payment.failed');
  });

  it.each([
    ['quote', 'package-withdrawn', { idle: 'choosing' }],
    ['quote', 'unreachable', { error: 'correctable' }],
    ['token', 'token-missing', { error: 'correctable' }],
    ['token', 'system-not-ready', { error: 'unmounted' }],
    ['token', 'token-timeout', 'ready'],
    ['baseline', 'ledger-unreadable', { error: 'correctable' }],
    ['baseline', 'session-ended', { error: 'correctable' }],
    ['pay', 'token-refused', 'ready'],
    ['pay', 'package-withdrawn', { idle: 'choosing' }],
    ['pay', 'refused', { error: 'correctable' }],
  ] as const)('a refused %s for %s leaves a way on', async (step, name, state) => {
    const customer = await atTheCard({ [step]: async () => refused(name) });
    await customer.send(submit);
    expect(customer.state()).toEqual(state);
    expect(customer.context()).toMatchObject({ failure: { name }, attempt: null, paymentToken: null });
    expect(customer.emitted).toContain('payment.failed');
  });

  it.each([
    ['quote', failing, 0, 'unreachable', { error: 'correctable' }],
    ['quote', never, 10_000, 'unreachable', { error: 'correctable' }],
    ['token', failing, 0, 'start-failed', { error: 'correctable' }],
    ['token', never, 30_000, 'token-timeout', 'ready'],
    ['baseline', failing, 0, 'ledger-unreadable', { error: 'correctable' }],
    ['baseline', never, 10_000, 'ledger-unreadable', { error: 'correctable' }],
  ] as const)('an accident of the %s leaves a way on', async (step, accident, wait, name, state) => {
    const customer = await atTheCard({ [step]: accident });
    await customer.send(submit);
    await customer.after(wait);
    expect(customer.state()).toEqual(state);
    expect(customer.context().failure?.name).toBe(name);
    expect(customer.pay.inputs).toHaveLength(0);
  });

  it('what the ledger held before is kept with the attempt, and with the next one what it holds then', async () => {
    const baselines = [['t0'], ['t1', 't0']];
    const customer = await atTheCard({
      baseline: async () => ({ outcome: 'noted', baseline: baselines.shift() ?? [] }),
      pay: async () => declined,
    });
    await customer.send(submit);
    await customer.send(submit);
    expect(customer.keep.inputs).toMatchObject([{ baseline: ['t0'] }, { baseline: ['t1', 't0'] }]);
    expect(customer.context().baseline).toBeNull();
  });

  it('who leaves while the ledger is read has paid nothing', async () => {
    const customer = await atTheCard({ baseline: never });
    await customer.send(submit);
    expect(customer.state()).toEqual({ processing: 'baselining' });
    await customer.send({ type: 'checkout.left' });
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(customer.keep.inputs).toEqual([]);
  });
});
