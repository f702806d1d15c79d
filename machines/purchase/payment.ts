import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { type ActorEvents, eventAs, hasOutcome, outputAs, required, unimplemented } from '../shared.ts';
import type {
  AttemptRequest,
  BaselineResult,
  CheckoutFailure,
  CheckoutFailureName,
  Concealed,
  OutcomeQuestion,
  PaymentOrder,
  PaymentResult,
  PurchaseAttempt,
  QuoteRequest,
  QuoteResult,
  TokenResult,
} from './checkout.types.ts';
import type { PaymentContext, PaymentEvent, PaymentInput, PaymentOutput } from './payment.types.ts';

const actors = {
  watchCardFields: fromCallback<PaymentEvent>(unimplemented),
  quotePackage: fromPromise<QuoteResult, QuoteRequest>(unimplemented),
  tokenize: fromPromise<TokenResult<Concealed>>(unimplemented),
  readBaseline: fromPromise<BaselineResult>(unimplemented),
  keepAttempt: fromPromise<PurchaseAttempt, AttemptRequest>(unimplemented),
  pay: fromPromise<PaymentResult, PaymentOrder<Concealed>>(unimplemented),
  askOutcome: fromPromise<PaymentResult, OutcomeQuestion<Concealed>>(unimplemented),
};

type Event = PaymentEvent | ActorEvents<typeof actors>;

/** Returns the output of the actor that ended. Null if the actor failed or timed out. */
const answerOf = (event: Event) =>
  'output' in event && event.output && 'outcome' in event.output ? event.output : null;

const failureOf = (event: Event): CheckoutFailure | null => {
  const answer = answerOf(event);
  return answer !== null && 'failure' in answer ? answer.failure : null;
};

const isCardValid = ({ cardFields: { number, expiry, code } }: PaymentContext): boolean =>
  number.valid && expiry.valid && code.valid;

/** Sets the result and deletes the token and the billing address. */
const endAs = (result: PaymentOutput) => ({ result, billing: null, paymentToken: null, baseline: null });

/** Runs one purchase attempt, which charges a card at most once. */
export const paymentMachine = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent | ActorEvents<typeof actors>,
    input: {} as PaymentInput,
    output: {} as PaymentOutput,
    tags: {} as 'confirming',
  },
  actors,
  delays: {
    quoteLimit: 10_000,
    pricingLimit: 10_000,
    /** How long to wait for the gateway to validate every card field, in ms. */
    cardCheckLimit: 2_000,
    /** How long to wait for a token, in ms. The gateway's script and our adapter time out earlier. */
    tokenLimit: 30_000,
    baselineLimit: 10_000,
    /** How long to wait for a charge before checking its outcome, in ms. */
    chargeLimit: 30_000,
    confirmationInterval: 2_000,
    /** How long to check an outcome before showing it as pending, in ms. */
    confirmationLimit: 60_000,
  },
  guards: {
    isStored: ({ context }) => context.attempt !== null,
    isCardSaved: ({ context }) => context.cardId !== null,
    isUnchanged: hasOutcome('unchanged'),
    isTokenized: hasOutcome('tokenized'),
    isTokenOfValidCard: ({ context, event }) =>
      answerOf(event)?.outcome === 'tokenized' && isCardValid(context),
    hasToken: ({ context }) => context.paymentToken !== null,
    isCardUnchecked: ({ context }) => context.paymentToken === null && !isCardValid(context),
    isNoted: hasOutcome('noted'),
    isApproved: hasOutcome('approved'),
    isUnknown: hasOutcome('unknown'),
    isUnresolved: ({ event }) => failureOf(event)?.name === 'unresolved',
  },
  actions: {
    setCardField: assign(({ context, event }) => {
      const { field, valid, message } = eventAs(event, 'card-field.checked');
      return { cardFields: { ...context.cardFields, [field]: { valid, message } } };
    }),
    setPaymentToken: assign(({ event }) => ({ paymentToken: outputAs(event, 'tokenized').paymentToken })),
    setBaseline: assign(({ event }) => ({ baseline: outputAs(event, 'noted').baseline })),
    setAttempt: assign(({ event }) => ({
      attempt: eventAs(event, 'xstate.done.actor.keepAttempt').output,
      baseline: null,
    })),
    approve: assign(({ context: { attempt }, event }) =>
      endAs({ outcome: 'approved', attempt, purchase: outputAs(event, 'approved').purchase }),
    ),
    /** Ends the payment with the actor's failure, or with the new price. */
    refuse: assign(({ context: { attempt }, event }) => {
      const answer = answerOf(event);
      const product = answer?.outcome === 'changed' ? answer.product : null;
      const name = product === null ? 'refused' : 'price-changed';
      return endAs({
        outcome: 'refused',
        attempt,
        failure: failureOf(event) ?? { name, message: '' },
        product,
      });
    }),
    refuseAs: assign(({ context: { attempt } }, { name }: { readonly name: CheckoutFailureName }) =>
      endAs({ outcome: 'refused', attempt, failure: { name, message: '' }, product: null }),
    ),
    leave: assign(endAs({ outcome: 'refused', attempt: null, failure: null, product: null })),
    markUnknown: assign(({ context: { attempt }, event }) =>
      endAs({
        outcome: 'unknown',
        attempt,
        failure: failureOf(event) ?? { name: 'unresolved', message: '' },
      }),
    ),
    stopConfirming: assign(({ context: { attempt } }) =>
      endAs({ outcome: 'unknown', attempt, failure: null }),
    ),
  },
}).createMachine({
  id: 'payment',
  description: 'Pays for one package, or checks the outcome of an earlier attempt.',
  context: ({ input }) => ({ ...input, paymentToken: null, baseline: null, result: null }),
  output: ({ context }) => required(context.result),
  initial: 'starting',
  states: {
    starting: {
      description: 'Decides whether to pay, or to check an attempt that was stored earlier.',
      always: [
        { guard: 'isStored', target: 'confirming' },
        { guard: 'isCardSaved', target: 'pricing' },
        { target: 'preparing' },
      ],
    },

    pricing: {
      description: 'Checks that the price hasn’t changed. A saved card needs no token.',
      invoke: {
        id: 'quotePackage',
        src: 'quotePackage',
        input: ({ context }) => ({ product: required(context.product) }),
        onDone: [
          { guard: 'isUnchanged', target: 'baselining' },
          { target: 'refused', actions: 'refuse' },
        ],
        onError: { target: 'refused', actions: { type: 'refuseAs', params: { name: 'unreachable' } } },
      },
      after: {
        pricingLimit: { target: 'refused', actions: { type: 'refuseAs', params: { name: 'unreachable' } } },
      },
      on: { 'checkout.left': { description: 'Nothing was sent.', target: 'refused', actions: 'leave' } },
    },

    preparing: {
      description: 'The store confirms the price while the gateway turns the card into a single-use token.',
      initial: 'quoting',
      invoke: [
        { id: 'watchCardFields', src: 'watchCardFields' },
        {
          id: 'tokenize',
          src: 'tokenize',
          onDone: [
            { guard: 'isTokenOfValidCard', actions: 'setPaymentToken' },
            {
              guard: 'isTokenized',
              target: 'refused',
              actions: { type: 'refuseAs', params: { name: 'card-unchecked' } },
            },
            { target: 'refused', actions: 'refuse' },
          ],
          onError: { target: 'refused', actions: { type: 'refuseAs', params: { name: 'start-failed' } } },
        },
      ],
      after: {
        cardCheckLimit: {
          description: 'The gateway has not validated the card.',
          guard: 'isCardUnchecked',
          target: 'refused',
          actions: { type: 'refuseAs', params: { name: 'card-unchecked' } },
        },
        tokenLimit: { target: 'refused', actions: { type: 'refuseAs', params: { name: 'token-timeout' } } },
      },
      on: {
        'card-field.checked': { actions: 'setCardField' },
        'checkout.left': {
          description: 'Nothing was sent. A late token is dropped.',
          target: 'refused',
          actions: 'leave',
        },
      },
      states: {
        quoting: {
          description: 'Checks that the price hasn’t changed since the customer saw it.',
          invoke: {
            id: 'quotePackage',
            src: 'quotePackage',
            input: ({ context }) => ({ product: required(context.product) }),
            onDone: [
              { guard: 'isUnchanged', target: 'tokenizing' },
              { target: '#payment.refused', actions: 'refuse' },
            ],
            onError: {
              target: '#payment.refused',
              actions: { type: 'refuseAs', params: { name: 'unreachable' } },
            },
          },
          after: {
            quoteLimit: {
              target: '#payment.refused',
              actions: { type: 'refuseAs', params: { name: 'unreachable' } },
            },
          },
        },
        tokenizing: {
          description: 'The price is confirmed. Waits for the token if it hasn’t arrived.',
          always: { guard: 'hasToken', target: '#payment.baselining' },
        },
      },
    },

    baselining: {
      description:
        'For a store without idempotency keys, records the ledger’s rows to detect the new one later.',
      invoke: {
        id: 'readBaseline',
        src: 'readBaseline',
        onDone: [
          { guard: 'isNoted', target: 'recording', actions: 'setBaseline' },
          { target: 'refused', actions: 'refuse' },
        ],
        onError: { target: 'refused', actions: { type: 'refuseAs', params: { name: 'ledger-unreadable' } } },
      },
      after: {
        baselineLimit: {
          target: 'refused',
          actions: { type: 'refuseAs', params: { name: 'ledger-unreadable' } },
        },
      },
      on: { 'checkout.left': { description: 'Nothing was sent.', target: 'refused', actions: 'leave' } },
    },

    recording: {
      description: 'Stores the attempt on this device before sending anything.',
      invoke: {
        id: 'keepAttempt',
        src: 'keepAttempt',
        input: ({ context }) => ({
          customerId: context.customerId,
          product: required(context.product),
          baseline: context.baseline,
        }),
        onDone: { target: 'charging', actions: 'setAttempt' },
        onError: { target: 'refused', actions: { type: 'refuseAs', params: { name: 'start-failed' } } },
      },
    },

    charging: {
      description: 'The store charges the card. Without a response, the card may still have been charged.',
      invoke: {
        id: 'pay',
        src: 'pay',
        input: ({ context: { attempt, billing, paymentToken, saveCard, cardId } }) => ({
          attempt: required(attempt),
          billing: required(billing),
          paymentToken,
          saveCard,
          cardId,
        }),
        onDone: [
          { guard: 'isApproved', target: 'approved', actions: 'approve' },
          { guard: 'isUnknown', target: 'confirming' },
          { guard: 'isUnresolved', target: 'unknown', actions: 'markUnknown' },
          { target: 'refused', actions: 'refuse' },
        ],
        onError: { target: 'confirming' },
      },
      after: { chargeLimit: { target: 'confirming' } },
      on: { 'checkout.left': { target: 'confirming' } },
    },

    confirming: {
      description: 'Keeps checking whether the card was charged.',
      tags: 'confirming',
      initial: 'asking',
      after: { confirmationLimit: { target: 'unknown', actions: 'markUnknown' } },
      on: { 'confirmation.stopped': { target: 'unknown', actions: 'stopConfirming' } },
      states: {
        asking: {
          description: 'Replays the request, or looks up the attempt in the ledger.',
          invoke: {
            id: 'askOutcome',
            src: 'askOutcome',
            input: ({ context: { attempt, billing, paymentToken, saveCard, cardId } }) => ({
              attempt: required(attempt),
              billing,
              paymentToken,
              saveCard,
              cardId,
            }),
            onDone: [
              { guard: 'isApproved', target: '#payment.approved', actions: 'approve' },
              { guard: 'isUnknown', target: 'pausing' },
              { guard: 'isUnresolved', target: '#payment.unknown', actions: 'markUnknown' },
              { target: '#payment.refused', actions: 'refuse' },
            ],
            onError: { target: 'pausing' },
          },
        },
        pausing: {
          description: 'Waits before the next check.',
          after: { confirmationInterval: { target: 'asking' } },
        },
      },
    },

    approved: { description: 'The credits are in the account.', type: 'final' },
    refused: { description: 'Nothing was charged.', type: 'final' },
    unknown: { description: 'It’s unknown whether the card was charged.', type: 'final' },
  },
});
