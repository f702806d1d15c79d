import { describe, expect, it } from 'vitest';
import { canPay, isResuming, selectPackage, selectUnsoundCardFields } from '#machines/checkout.selectors.ts';
import { approved, attempt, billing, declined, plus, purchase } from '#tests/purchases.ts';
import { failing } from './harness.ts';
import { atTheCard, never, paymentToken, submit, unknown, visit } from './visit-checkout.ts';

describe('a purchase', () => {
  it('goes from the package to the credits', async () => {
    const customer = await atTheCard();
    await customer.send(...Array.from({ length: 10 }, () => submit));
    expect(customer.state()).toBe('success');
    expect(customer.emitted).toEqual(['attempt.settled', 'purchased']);
    expect(customer.pay.inputs).toEqual([{ attempt, billing, paymentToken, saveCard: false, cardId: null }]);
    expect(customer.context()).toMatchObject({ attempt: null, purchase });
    await customer.send({ type: 'success.dismissed' });
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(selectPackage(customer.checkout.getSnapshot())).toBeNull();
  });

  it('is not made until each card field is valid', async () => {
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
});

describe('before the charge', () => {
  it('the ledger’s state is stored with the attempt, and updated for the next one', async () => {
    const baselines = [['t0'], ['t1', 't0']];
    const customer = await atTheCard({
      baseline: async () => ({ outcome: 'noted', baseline: baselines.shift() ?? [] }),
      pay: async () => declined,
    });
    await customer.send(submit);
    await customer.send(submit);
    expect(customer.keep.inputs).toMatchObject([{ baseline: ['t0'] }, { baseline: ['t1', 't0'] }]);
  });
});

describe('an outcome', () => {
  it.each([
    ['unknown', async () => unknown, 0],
    ['an accident', failing, 0],
    ['late', never, 30_000],
  ] as const)('that is %s is looked up, never paid for again', async (_, pay, wait) => {
    const customer = await atTheCard({ pay, ask: async () => unknown });
    await customer.send(submit);
    await customer.after(wait);
    expect(customer.paymentState()).toEqual({ confirming: 'pausing' });
    expect(customer.ask.inputs).toEqual([{ attempt, billing, paymentToken, saveCard: false, cardId: null }]);
    customer.world.ask = async () => approved;
    await customer.after(2_000);
    expect(customer.state()).toBe('success');
    expect(customer.pay.inputs).toHaveLength(1);
  });

  it('of an earlier visit is looked up without paying', async () => {
    const customer = await visit({ recalled: async () => attempt, ask: async () => unknown });
    expect(customer.paymentState()).toEqual({ confirming: 'pausing' });
    expect(isResuming(customer.checkout.getSnapshot())).toBe(true);
    expect(customer.ask.inputs).toEqual([
      { attempt, billing: null, paymentToken: null, saveCard: false, cardId: null },
    ]);
    customer.world.ask = async () => declined;
    await customer.after(2_000);
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(customer.context().failure).toMatchObject({ name: 'declined' });
    expect(customer.pay.inputs).toHaveLength(0);
  });
});
