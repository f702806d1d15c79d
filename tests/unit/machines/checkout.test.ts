import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Product } from '#contract/products.ts';
import {
  canPay,
  isResuming,
  selectOtherTabAttempts,
  selectPackage,
  selectUnresolved,
} from '#machines/checkout.selectors.ts';
import { checkoutMachine } from '#machines/checkout.ts';
import type {
  CheckoutEvent,
  MountAnswer,
  OutcomeQuestion,
  PaymentAnswer,
  PaymentOrder,
  PurchaseAttempt,
  QuoteAnswer,
  TokenAnswer,
} from '#machines/checkout.types.ts';
import { approved, attempt, billing, declined, plus, pro, purchase, refused } from '#tests/purchases.ts';
import { answering, failing, settle } from './harness.ts';

const unknown: PaymentAnswer = { outcome: 'unknown' };
const never = () => new Promise<never>(() => undefined);

interface World {
  recalled: () => Promise<PurchaseAttempt | null>;
  mount: () => Promise<MountAnswer>;
  quote: () => Promise<QuoteAnswer>;
  token: () => Promise<TokenAnswer>;
  keep: () => Promise<PurchaseAttempt>;
  pay: () => Promise<PaymentAnswer>;
  ask: () => Promise<PaymentAnswer>;
}

const visit = async (world: Partial<World> = {}) => {
  const w: World = {
    recalled: async () => null,
    mount: async () => ({ outcome: 'mounted' }),
    quote: async () => ({ outcome: 'unchanged' }),
    token: async () => ({ outcome: 'tokenised', paymentToken: 'tok-1' }),
    keep: async () => attempt,
    pay: async () => approved,
    ask: async () => approved,
    ...world,
  };
  const quote = answering<QuoteAnswer, { product: Product }>(() => w.quote());
  const pay = answering<PaymentAnswer, PaymentOrder>(() => w.pay());
  const ask = answering<PaymentAnswer, OutcomeQuestion>(() => w.ask());
  const mount = answering<MountAnswer>(() => w.mount());
  let fromGateway: (event: CheckoutEvent) => void = () => undefined;
  let fromOtherTabs: (event: CheckoutEvent) => void = () => undefined;
  const clock = new SimulatedClock();
  const checkout = createActor(
    checkoutMachine.provide({
      actors: {
        recallAttempt: answering<PurchaseAttempt | null, { customerId: string }>(() => w.recalled()).logic,
        mountCardFields: mount.logic,
        watchCardFields: fromCallback<CheckoutEvent>(({ sendBack }) => {
          fromGateway = sendBack;
        }),
        quotePackage: quote.logic,
        tokenise: answering<TokenAnswer>(() => w.token()).logic,
        keepAttempt: answering<PurchaseAttempt, { customerId: string; product: Product }>(() => w.keep())
          .logic,
        pay: pay.logic,
        askOutcome: ask.logic,
        watchAttempts: fromCallback<CheckoutEvent, { customerId: string }>(({ sendBack }) => {
          fromOtherTabs = sendBack;
        }),
      },
    }),
    { clock, input: { customerId: 'u1' } },
  );
  const emitted: string[] = [];
  checkout.on('*', ({ type }) => emitted.push(type));
  checkout.start();
  await settle();
  const send = async (...events: CheckoutEvent[]) => {
    for (const event of events) checkout.send(event);
    await settle();
  };
  return {
    checkout,
    clock,
    emitted,
    world: w,
    quote,
    pay,
    ask,
    mount,
    send,
    otherTabs: async (event: CheckoutEvent) => {
      fromOtherTabs(event);
      await settle();
    },
    /** What another mounting of the fields does to the form. */
    loseFields: async () => {
      fromGateway({ type: 'card-fields.lost' });
      await settle();
    },
    after: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settle();
    },
    fillCard: () => {
      for (const field of ['ccnumber', 'ccexp', 'cvv'] as const)
        fromGateway({ type: 'card-field.checked', field, valid: true, message: '' });
    },
    state: () => checkout.getSnapshot().value,
    context: () => checkout.getSnapshot().context,
  };
};

const atTheCard = async (world: Partial<World> = {}) => {
  const customer = await visit(world);
  await customer.send({ type: 'package.selected', product: plus });
  customer.fillCard();
  return customer;
};

const submit = { type: 'payment.submitted', billing } as const;

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
    await customer.send(submit);
    expect(customer.state()).toBe('ready');
    customer.fillCard();
    expect(canPay(customer.checkout.getSnapshot())).toBe(true);
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
    ['quote', 'quoting'],
    ['token', 'tokenising'],
  ] as const)('is given up when the page is left during the %s', async (step, state) => {
    const customer = await atTheCard({ [step]: never });
    await customer.send(submit);
    expect(customer.state()).toEqual({ processing: state });
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
  ] as const)('an accident of the %s leaves a way on', async (step, accident, wait, name, state) => {
    const customer = await atTheCard({ [step]: accident });
    await customer.send(submit);
    await customer.after(wait);
    expect(customer.state()).toEqual(state);
    expect(customer.context().failure?.name).toBe(name);
    expect(customer.pay.inputs).toHaveLength(0);
  });
});

describe('an outcome', () => {
  it('that is a decline ends the attempt, and the next card makes a new one', async () => {
    const customer = await atTheCard({ pay: async () => declined });
    await customer.send(submit);
    expect(customer.state()).toEqual({ error: 'correctable' });
    expect(customer.emitted).toEqual(['payment.failed', 'attempt.settled']);
    customer.world.pay = async () => approved;
    customer.fillCard();
    await customer.send(submit);
    expect(customer.state()).toBe('success');
    expect(customer.pay.inputs).toHaveLength(2);
  });

  it.each([
    ['unknown', async () => unknown, 0],
    ['an accident', failing, 0],
    ['late', never, 30_000],
  ] as const)('that is %s is asked for, never paid for again', async (_, pay, wait) => {
    const customer = await atTheCard({ pay, ask: async () => unknown });
    await customer.send(submit);
    await customer.after(wait);
    expect(customer.state()).toEqual({ processing: { confirming: 'pausing' } });
    expect(customer.ask.inputs).toEqual([{ attempt, billing, paymentToken: 'tok-1' }]);
    customer.world.ask = async () => approved;
    await customer.after(2_000);
    expect(customer.state()).toBe('success');
    expect(customer.pay.inputs).toHaveLength(1);
  });

  it('that stays unknown is pending with its reference, until the customer says so', async () => {
    const customer = await atTheCard({ pay: async () => unknown, ask: failing });
    await customer.send(submit);
    await customer.after(60_000);
    expect(customer.state()).toEqual({ error: 'unresolved' });
    expect(selectUnresolved(customer.checkout.getSnapshot())).toEqual(attempt);
    await customer.send({ type: 'package.selected', product: pro });
    expect(customer.state()).toEqual({ error: 'unresolved' });
    customer.world.ask = async () => unknown;
    await customer.send({ type: 'outcome.rechecked' });
    expect(isResuming(customer.checkout.getSnapshot())).toBe(true);
    customer.world.ask = async () => approved;
    await customer.after(2_000);
    expect(customer.state()).toBe('success');

    const other = await atTheCard({ pay: async () => unknown, ask: failing });
    await other.send(submit);
    await other.after(60_000);
    await other.send({ type: 'outcome.acknowledged' });
    expect(other.state()).toEqual({ idle: 'choosing' });
    expect(other.emitted).toContain('attempt.settled');
  });

  it('of an earlier visit is asked for without paying', async () => {
    const customer = await visit({ recalled: async () => attempt, ask: async () => unknown });
    expect(customer.state()).toEqual({ processing: { confirming: 'pausing' } });
    expect(isResuming(customer.checkout.getSnapshot())).toBe(true);
    customer.world.ask = async () => declined;
    await customer.after(2_000);
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(customer.context().failure).toMatchObject({ name: 'declined' });
    expect(customer.pay.inputs).toHaveLength(0);
  });

  it('of an earlier visit that cannot be recalled holds nobody up', async () => {
    expect((await visit({ recalled: failing })).state()).toEqual({ idle: 'choosing' });
  });

  it('that a key of something else hides stops with its reference', async () => {
    const customer = await atTheCard({ pay: async () => refused('unresolved') });
    await customer.send(submit);
    expect(customer.state()).toEqual({ error: 'unresolved' });
    expect(customer.ask.inputs).toHaveLength(0);
    customer.world.ask = async () => refused('unresolved');
    await customer.send({ type: 'outcome.rechecked' });
    expect(customer.state()).toEqual({ error: 'unresolved' });
    expect(selectUnresolved(customer.checkout.getSnapshot())).toEqual(attempt);
  });

  it('need not be waited for', async () => {
    const customer = await atTheCard({ pay: async () => unknown, ask: async () => unknown });
    await customer.send(submit);
    await customer.send({ type: 'confirmation.stopped' });
    expect(customer.state()).toEqual({ error: 'unresolved' });
    expect(customer.emitted).not.toContain('attempt.settled');
  });

  it('is asked for when the page was left during the charge', async () => {
    const customer = await atTheCard({ pay: never, ask: async () => unknown });
    await customer.send(submit);
    await customer.send({ type: 'checkout.left' });
    expect(customer.ask.inputs).toEqual([{ attempt, billing, paymentToken: 'tok-1' }]);
    expect(isResuming(customer.checkout.getSnapshot())).toBe(true);
    expect(selectPackage(customer.checkout.getSnapshot())).toBeNull();
    customer.world.ask = async () => declined;
    await customer.after(2_000);
    expect(customer.state()).toEqual({ idle: 'choosing' });
    expect(customer.context().failure).toMatchObject({ name: 'declined' });
  });
});

describe('another tab', () => {
  it('is told of, and its end makes the account outdated', async () => {
    const customer = await visit();
    await customer.otherTabs({ type: 'attempts.seen', otherTabAttempts: [attempt] });
    expect(selectOtherTabAttempts(customer.checkout.getSnapshot())).toEqual([attempt]);
    expect(customer.emitted).toEqual([]);
    await customer.otherTabs({ type: 'attempt.ended' });
    await customer.otherTabs({ type: 'attempts.seen', otherTabAttempts: [] });
    expect(selectOtherTabAttempts(customer.checkout.getSnapshot())).toEqual([]);
    expect(customer.emitted).toEqual(['account.outdated']);
  });

  it('leaves its attempt to this one, unless this one is at work', async () => {
    const busy = await atTheCard({ pay: never });
    await busy.send(submit);
    await busy.otherTabs({ type: 'attempt.abandoned', attempt });
    expect(busy.state()).toEqual({ processing: 'charging' });

    const idle = await visit();
    await idle.otherTabs({ type: 'attempt.abandoned', attempt });
    expect(idle.ask.inputs).toEqual([{ attempt, billing: null, paymentToken: null }]);
    expect(idle.state()).toBe('success');
  });
});
