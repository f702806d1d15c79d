import { createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Product } from '#contract/products.ts';
import { checkoutMachine } from '#machines/purchase/checkout.ts';
import type {
  AttemptRequest,
  BaselineResult,
  CheckoutEvent,
  Concealed,
  MountResult,
  OutcomeQuestion,
  PaymentOrder,
  PaymentResult,
  PurchaseAttempt,
  QuoteResult,
  TokenResult,
} from '#machines/purchase/checkout.types.ts';
import { paymentMachine } from '#machines/purchase/payment.ts';
import type { PaymentEvent } from '#machines/purchase/payment.types.ts';
import { approved, attempt, billing, plus } from '#tests/purchases.ts';
import { answering, settle } from './harness.ts';

export const unknown: PaymentResult = { outcome: 'unknown' };
export const paymentToken: Concealed = { reveal: () => 'tok-1' };
export const never = () => new Promise<never>(() => undefined);

export interface World {
  cards: () => Promise<readonly string[]>;
  recalled: () => Promise<PurchaseAttempt | null>;
  mounted: () => Promise<MountResult>;
  baseline: () => Promise<BaselineResult>;
  pay: () => Promise<PaymentResult>;
  ask: () => Promise<PaymentResult>;
}

export const visit = async (world: Partial<World> = {}) => {
  const w: World = {
    cards: async () => [],
    recalled: async () => null,
    mounted: async () => ({ outcome: 'mounted' }),
    baseline: async () => ({ outcome: 'noted', baseline: null }),
    pay: async () => approved,
    ask: async () => approved,
    ...world,
  };
  const list = answering<readonly string[]>(() => w.cards());
  const mount = answering<MountResult>(() => w.mounted());
  const tokenize = answering<TokenResult<Concealed>>(() => ({ outcome: 'tokenized', paymentToken }));
  const keep = answering<PurchaseAttempt, AttemptRequest>(() => attempt);
  const pay = answering<PaymentResult, PaymentOrder<Concealed>>(() => w.pay());
  const ask = answering<PaymentResult, OutcomeQuestion<Concealed>>(() => w.ask());
  let fromGateway: (event: CheckoutEvent) => void = () => undefined;
  const clock = new SimulatedClock();
  const quotePackage = answering<QuoteResult, { product: Product }>(() => ({ outcome: 'unchanged' })).logic;
  const payment = paymentMachine.provide({
    actors: {
      watchCardFields: fromCallback<PaymentEvent>(() => undefined),
      quotePackage,
      tokenize: tokenize.logic,
      readBaseline: answering<BaselineResult>(() => w.baseline()).logic,
      keepAttempt: keep.logic,
      pay: pay.logic,
      askOutcome: ask.logic,
    },
  });
  const checkout = createActor(
    checkoutMachine.provide({
      actors: {
        recallAttempt: answering<PurchaseAttempt | null, { customerId: string }>(() => w.recalled()).logic,
        loadPurchase: answering<null>(() => null).logic,
        listCards: list.logic,
        mountCardFields: mount.logic,
        watchCardFields: fromCallback<CheckoutEvent>(({ sendBack }) => {
          fromGateway = sendBack;
        }),
        payment,
        quotePackage,
        watchAttempts: fromCallback<CheckoutEvent, { customerId: string }>(() => undefined),
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
    list,
    mount,
    tokenize,
    keep,
    pay,
    ask,
    send,
    after: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settle();
    },
    fillCard: () => {
      for (const field of ['number', 'expiry', 'code'] as const)
        fromGateway({ type: 'card-field.checked', field, valid: true, message: '' });
    },
    state: () => checkout.getSnapshot().value,
    paymentState: () => checkout.getSnapshot().children.payment?.getSnapshot().value,
    context: () => checkout.getSnapshot().context,
  };
};

export const atTheCard = async (world: Partial<World> = {}) => {
  const customer = await visit(world);
  await customer.send({ type: 'package.selected', product: plus });
  customer.fillCard();
  return customer;
};

export const submit = { type: 'payment.submitted', billing } as const;
