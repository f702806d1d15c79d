import { createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Product } from '#contract/products.ts';
import { checkoutMachine } from '#machines/checkout.ts';
import type {
  AttemptRequest,
  BaselineAnswer,
  CheckoutEvent,
  MountAnswer,
  OutcomeQuestion,
  PaymentAnswer,
  PaymentOrder,
  PurchaseAttempt,
  QuoteAnswer,
  TokenAnswer,
} from '#machines/checkout.types.ts';
import { approved, attempt, billing, plus } from '#tests/purchases.ts';
import { answering, settle } from './harness.ts';

export const unknown: PaymentAnswer = { outcome: 'unknown' };
export const never = () => new Promise<never>(() => undefined);

export interface World {
  recalled: () => Promise<PurchaseAttempt | null>;
  mount: () => Promise<MountAnswer>;
  quote: () => Promise<QuoteAnswer>;
  token: () => Promise<TokenAnswer>;
  baseline: () => Promise<BaselineAnswer>;
  keep: () => Promise<PurchaseAttempt>;
  pay: () => Promise<PaymentAnswer>;
  ask: () => Promise<PaymentAnswer>;
}

export const visit = async (world: Partial<World> = {}) => {
  const w: World = {
    recalled: async () => null,
    mount: async () => ({ outcome: 'mounted' }),
    quote: async () => ({ outcome: 'unchanged' }),
    token: async () => ({ outcome: 'tokenised', paymentToken: 'tok-1' }),
    baseline: async () => ({ outcome: 'noted', baseline: null }),
    keep: async () => attempt,
    pay: async () => approved,
    ask: async () => approved,
    ...world,
  };
  const quote = answering<QuoteAnswer, { product: Product }>(() => w.quote());
  const keep = answering<PurchaseAttempt, AttemptRequest>(() => w.keep());
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
        readBaseline: answering<BaselineAnswer>(() => w.baseline()).logic,
        keepAttempt: keep.logic,
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
    keep,
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

export const atTheCard = async (world: Partial<World> = {}) => {
  const customer = await visit(world);
  await customer.send({ type: 'package.selected', product: plus });
  customer.fillCard();
  return customer;
};

export const submit = { type: 'payment.submitted', billing } as const;
