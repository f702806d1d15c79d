import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import type {
  AttemptRequest,
  BaselineAnswer,
  CheckoutFailureName,
  Concealed,
  OutcomeQuestion,
  PaymentAnswer,
  PaymentOrder,
  PurchaseAttempt,
  QuoteAnswer,
  QuoteRequest,
  TokenAnswer,
} from './checkout.types.ts';
import type {
  PaymentContext,
  PaymentEvent,
  PaymentInput,
  PaymentOutput,
  PaymentStepAnswer,
} from './payment.types.ts';

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

/** Returns a value that the entered state requires. */
const required = <Value>(value: Value | null, name: string): Value => {
  if (value === null) throw new Error(`A payment step began without ${name}`);
  return value;
};

const isCardValid = ({ cardFields: { ccnumber, ccexp, cvv } }: PaymentContext): boolean =>
  ccnumber.valid && ccexp.valid && cvv.valid;

/** A payment that ends keeps neither the token nor the address. */
const endAs = (result: PaymentOutput) => ({ result, billing: null, paymentToken: null, baseline: null });

/** One attempt to pay. It charges a card at most once. */
export const paymentMachine = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    input: {} as PaymentInput,
    output: {} as PaymentOutput,
    tags: {} as 'confirming',
  },
  actors: {
    watchCardFields: fromCallback<PaymentEvent>(() => undefined),
    quotePackage: fromPromise<QuoteAnswer, QuoteRequest>(unimplemented),
    tokenize: fromPromise<TokenAnswer<Concealed>>(unimplemented),
    readBaseline: fromPromise<BaselineAnswer>(unimplemented),
    keepAttempt: fromPromise<PurchaseAttempt, AttemptRequest>(unimplemented),
    pay: fromPromise<PaymentAnswer, PaymentOrder<Concealed>>(unimplemented),
    askOutcome: fromPromise<PaymentAnswer, OutcomeQuestion<Concealed>>(unimplemented),
  },
  delays: {
    quoteLimit: 10_000,
    /** How long a payment waits for the gateway to validate every card field. */
    cardCheckLimit: 2_000,
    /** How long the gateway may take to return a token. Its script and our adapter time out earlier. */
    tokenLimit: 30_000,
    baselineLimit: 10_000,
    /** How long a charge may take before we check its outcome. */
    chargeLimit: 30_000,
    confirmationInterval: 2_000,
    /** How long we check an outcome before we show it as pending. */
    confirmationLimit: 60_000,
  },
  guards: {
    isStored: ({ context }) => context.attempt !== null,
    isUnchanged: (_: unknown, { outcome }: QuoteAnswer) => outcome === 'unchanged',
    isTokenized: (_: unknown, { outcome }: TokenAnswer<Concealed>) => outcome === 'tokenized',
    isSaved: (_: unknown, { outcome }: TokenAnswer<Concealed>) => outcome === 'saved',
    isTokenOfValidCard: ({ context }, { outcome }: TokenAnswer<Concealed>) =>
      outcome === 'tokenized' && isCardValid(context),
    canCharge: ({ context }) => context.paymentToken !== null || context.cardId !== null,
    isCardUnchecked: ({ context }) =>
      context.paymentToken === null && context.cardId === null && !isCardValid(context),
    isNoted: (_: unknown, { outcome }: BaselineAnswer) => outcome === 'noted',
    isApproved: (_: unknown, { outcome }: PaymentAnswer) => outcome === 'approved',
    isUnknown: (_: unknown, { outcome }: PaymentAnswer) => outcome === 'unknown',
    isUnresolved: (_: unknown, answer: PaymentAnswer) =>
      'failure' in answer && answer.failure.name === 'unresolved',
  },
  actions: {
    setCardField: assign(({ context, event }) => {
      assertEvent(event, 'card-field.checked');
      const { field, valid, message } = event;
      return { cardFields: { ...context.cardFields, [field]: { valid, message } } };
    }),
    setPaymentToken: assign((_: unknown, answer: TokenAnswer<Concealed>) =>
      answer.outcome === 'tokenized'
        ? { paymentToken: answer.paymentToken, saveCard: answer.saveCard ?? false }
        : {},
    ),
    setSavedCard: assign((_: unknown, answer: TokenAnswer<Concealed>) =>
      answer.outcome === 'saved' ? { cardId: answer.cardId } : {},
    ),
    setBaseline: assign((_: unknown, answer: BaselineAnswer) =>
      answer.outcome === 'noted' ? { baseline: answer.baseline } : {},
    ),
    setAttempt: assign((_: unknown, attempt: PurchaseAttempt) => ({ attempt, baseline: null })),
    approve: assign(({ context: { attempt } }, answer: PaymentAnswer) =>
      answer.outcome === 'approved' ? endAs({ outcome: 'approved', attempt, purchase: answer.purchase }) : {},
    ),
    /** Ends with the failure of an answer, or with a new price. */
    refuse: assign(({ context: { attempt } }, answer: PaymentStepAnswer) => {
      if (answer.outcome === 'changed') {
        const failure = { name: 'price-changed' as const, message: '' };
        return endAs({ outcome: 'refused', attempt, failure, product: answer.product });
      }
      const failure = 'failure' in answer ? answer.failure : { name: 'refused' as const, message: '' };
      return endAs({ outcome: 'refused', attempt, failure, product: null });
    }),
    refuseAs: assign(({ context: { attempt } }, { name }: { readonly name: CheckoutFailureName }) =>
      endAs({ outcome: 'refused', attempt, failure: { name, message: '' }, product: null }),
    ),
    leave: assign(endAs({ outcome: 'refused', attempt: null, failure: null, product: null })),
    doubt: assign(({ context: { attempt } }, answer: PaymentAnswer) =>
      endAs({ outcome: 'unknown', attempt, failure: 'failure' in answer ? answer.failure : null }),
    ),
    doubtAtLimit: assign(({ context: { attempt } }) =>
      endAs({ outcome: 'unknown', attempt, failure: { name: 'unresolved', message: '' } }),
    ),
    stopConfirming: assign(({ context: { attempt } }) =>
      endAs({ outcome: 'unknown', attempt, failure: null }),
    ),
  },
}).createMachine({
  id: 'payment',
  description: 'Pays for one package, or finds out what became of an earlier attempt.',
  context: ({ input }) => ({
    ...input,
    paymentToken: null,
    saveCard: false,
    cardId: null,
    baseline: null,
    result: null,
  }),
  output: ({ context }) => required(context.result, 'a result'),
  initial: 'starting',
  states: {
    starting: {
      description: 'An attempt that was stored earlier is only checked.',
      always: [{ guard: 'isStored', target: 'confirming' }, { target: 'preparing' }],
    },

    preparing: {
      description:
        'The store confirms the price while the gateway turns a typed card into a single-use token.',
      initial: 'quoting',
      invoke: [
        { id: 'watchCardFields', src: 'watchCardFields' },
        {
          id: 'tokenize',
          src: 'tokenize',
          onDone: [
            {
              guard: { type: 'isSaved', params: ({ event }) => event.output },
              actions: { type: 'setSavedCard', params: ({ event }) => event.output },
            },
            {
              guard: { type: 'isTokenOfValidCard', params: ({ event }) => event.output },
              actions: { type: 'setPaymentToken', params: ({ event }) => event.output },
            },
            {
              guard: { type: 'isTokenized', params: ({ event }) => event.output },
              target: 'refused',
              actions: { type: 'refuseAs', params: { name: 'card-unchecked' } },
            },
            { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event.output } },
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
        tokenLimit: {
          target: 'refused',
          actions: { type: 'refuseAs', params: { name: 'token-timeout' } },
        },
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
          description: 'Checks that the price is still the one the customer saw.',
          invoke: {
            id: 'quotePackage',
            src: 'quotePackage',
            input: ({ context }) => ({ product: required(context.product, 'a package') }),
            onDone: [
              { guard: { type: 'isUnchanged', params: ({ event }) => event.output }, target: 'tokenizing' },
              {
                target: '#payment.refused',
                actions: { type: 'refuse', params: ({ event }) => event.output },
              },
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
          description: 'The price is confirmed. Waits for the token, unless it is here or the card is saved.',
          always: { guard: 'canCharge', target: '#payment.baselining' },
        },
      },
    },

    baselining: {
      description:
        'For a store without idempotency keys, notes the ledger’s rows: only a new row can be this purchase.',
      invoke: {
        id: 'readBaseline',
        src: 'readBaseline',
        onDone: [
          {
            guard: { type: 'isNoted', params: ({ event }) => event.output },
            target: 'recording',
            actions: { type: 'setBaseline', params: ({ event }) => event.output },
          },
          { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event.output } },
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
      description: 'Stores the attempt with its id on this device before anything is sent.',
      invoke: {
        id: 'keepAttempt',
        src: 'keepAttempt',
        input: ({ context }) => ({
          customerId: context.customerId,
          product: required(context.product, 'a package'),
          baseline: context.baseline,
        }),
        onDone: {
          target: 'charging',
          actions: { type: 'setAttempt', params: ({ event }) => event.output },
        },
        onError: { target: 'refused', actions: { type: 'refuseAs', params: { name: 'start-failed' } } },
      },
    },

    charging: {
      description: 'The store charges the card. Without an answer, the card may still have been charged.',
      invoke: {
        id: 'pay',
        src: 'pay',
        input: ({ context: { attempt, billing, paymentToken, saveCard, cardId } }) => ({
          attempt: required(attempt, 'an attempt'),
          billing: required(billing, 'a billing address'),
          paymentToken,
          saveCard,
          cardId,
        }),
        onDone: [
          {
            guard: { type: 'isApproved', params: ({ event }) => event.output },
            target: 'approved',
            actions: { type: 'approve', params: ({ event }) => event.output },
          },
          { guard: { type: 'isUnknown', params: ({ event }) => event.output }, target: 'confirming' },
          {
            guard: { type: 'isUnresolved', params: ({ event }) => event.output },
            target: 'unknown',
            actions: { type: 'doubt', params: ({ event }) => event.output },
          },
          { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event.output } },
        ],
        onError: { target: 'confirming' },
      },
      after: { chargeLimit: { target: 'confirming' } },
      on: { 'checkout.left': { target: 'confirming' } },
    },

    confirming: {
      description: 'Checks whether the card was charged, until the answer is known.',
      tags: 'confirming',
      initial: 'asking',
      after: { confirmationLimit: { target: 'unknown', actions: 'doubtAtLimit' } },
      on: { 'confirmation.stopped': { target: 'unknown', actions: 'stopConfirming' } },
      states: {
        asking: {
          description: 'Repeats the request, or looks the attempt up in the ledger.',
          invoke: {
            id: 'askOutcome',
            src: 'askOutcome',
            input: ({ context: { attempt, billing, paymentToken, saveCard, cardId } }) => ({
              attempt: required(attempt, 'an attempt'),
              billing,
              paymentToken,
              saveCard,
              cardId,
            }),
            onDone: [
              {
                guard: { type: 'isApproved', params: ({ event }) => event.output },
                target: '#payment.approved',
                actions: { type: 'approve', params: ({ event }) => event.output },
              },
              { guard: { type: 'isUnknown', params: ({ event }) => event.output }, target: 'pausing' },
              {
                guard: { type: 'isUnresolved', params: ({ event }) => event.output },
                target: '#payment.unknown',
                actions: { type: 'doubt', params: ({ event }) => event.output },
              },
              {
                target: '#payment.refused',
                actions: { type: 'refuse', params: ({ event }) => event.output },
              },
            ],
            onError: { target: 'pausing' },
          },
        },
        pausing: {
          description: 'A moment before the next check.',
          after: { confirmationInterval: { target: 'asking' } },
        },
      },
    },

    approved: { description: 'The credits are in the account.', type: 'final' },
    refused: { description: 'Nothing was charged.', type: 'final' },
    unknown: { description: 'No answer says whether the card was charged.', type: 'final' },
  },
});
