import { describe, expect, it } from 'vitest';
import {
  canPay,
  isResuming,
  isSavingCard,
  selectCardId,
  selectInvalidCardFields,
  selectPackage,
} from '#machines/purchase/checkout.selectors.ts';
import { approved, attempt, billing, declined, plus, purchase, refused } from '#tests/purchases.ts';
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
    expect(selectInvalidCardFields(customer.checkout.getSnapshot())).toEqual(['number', 'expiry', 'code']);
    await customer.send(submit);
    expect(customer.state()).toEqual({ error: 'correctable' });
    expect(customer.context().failure?.name).toBe('card-unchecked');
    expect(customer.pay.inputs).toHaveLength(0);
    await customer.send({ type: 'card-field.checked', field: 'expiry', valid: true, message: '' });
    expect(selectInvalidCardFields(customer.checkout.getSnapshot())).toEqual(['number', 'code']);
    customer.fillCard();
    expect(canPay(customer.checkout.getSnapshot())).toBe(true);
  });
});

const choose = { type: 'package.selected', product: plus } as const;
const chooseCard = (cardId: string | null) => ({ type: 'card.chosen', cardId }) as const;
const twoCards = { cards: async () => ['one', 'two'] };

describe('a saved card', () => {
  it('needs no fields and no token of the gateway', async () => {
    const customer = await visit(twoCards);
    await customer.send(choose);
    expect(customer.state()).toBe('ready');
    expect(canPay(customer.checkout.getSnapshot())).toBe(true);
    await customer.send(chooseCard('two'), { type: 'saving.chosen', saveCard: true }, submit);
    expect(customer.pay.inputs).toEqual([
      { attempt, billing, paymentToken: null, saveCard: false, cardId: 'two' },
    ]);
    expect(customer.emitted).toEqual(['attempt.settled', 'purchased']);
    for (const { inputs } of [customer.mount, customer.tokenize]) expect(inputs).toHaveLength(0);
    expect(customer.list.inputs).toHaveLength(1);
  });

  it('is added to the list if the customer asks for it', async () => {
    const customer = await atTheCard();
    await customer.send({ type: 'saving.chosen', saveCard: true }, submit);
    expect(customer.pay.inputs).toMatchObject([{ paymentToken, saveCard: true, cardId: null }]);
    expect(customer.emitted).toEqual(['attempt.settled', 'purchased', 'cards.outdated']);
    await customer.send({ type: 'success.dismissed' });
    expect(isSavingCard(customer.checkout.getSnapshot())).toBe(false);
  });

  it('gives way to the fields of another card, and back, also before they have loaded', async () => {
    const customer = await visit({ ...twoCards, mounted: never });
    await customer.send(choose);
    await customer.send(chooseCard(null));
    expect(customer.state()).toEqual({ 'card-loading': 'mounting' });
    expect(customer.mount.inputs).toHaveLength(1);
    await customer.send(chooseCard('one'));
    expect(customer.state()).toBe('ready');
    await customer.send({ type: 'card-fields.lost' });
    expect(customer.state()).toBe('ready');
    expect(customer.mount.inputs).toHaveLength(1);
  });

  it('is not waited for longer than 4 s, and does not replace the fields later', async () => {
    const customer = await visit({ cards: never });
    await customer.send(choose);
    await customer.after(3_999);
    expect(customer.state()).toEqual({ 'card-loading': 'listing' });
    await customer.after(1);
    expect(customer.state()).toBe('ready');
    customer.world.cards = twoCards.cards;
    await customer.send({ type: 'card-fields.lost' });
    expect(selectCardId(customer.checkout.getSnapshot())).toBeNull();
    expect(customer.mount.inputs).toHaveLength(2);
  });

  it('that the store refuses gives way to another one, and the list loads again', async () => {
    const customer = await visit({ ...twoCards, pay: async () => refused('card-refused') });
    await customer.send(choose, submit);
    await customer.send(submit);
    expect(customer.state()).toBe('ready');
    expect(selectCardId(customer.checkout.getSnapshot())).toBe('two');
    expect(customer.emitted).toEqual(['payment.failed', 'cards.outdated', 'attempt.settled']);
    expect(customer.list.inputs).toHaveLength(2);
    customer.world.cards = async () => [];
    await customer.send(submit);
    expect(selectCardId(customer.checkout.getSnapshot())).toBe('one');
  });

  it('is chosen again when the customer leaves the page and returns', async () => {
    const customer = await visit(twoCards);
    await customer.send(choose);
    await customer.send(chooseCard('two'), { type: 'checkout.left' });
    customer.world.cards = async () => ['one'];
    await customer.send({ type: 'checkout.returned' });
    expect(customer.state()).toBe('ready');
    expect(selectCardId(customer.checkout.getSnapshot())).toBe('one');
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
