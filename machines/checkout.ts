import {
  assertEvent,
  assign,
  type DoneActorEvent,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  setup,
} from 'xstate';
import type {
  AttemptRequest,
  BaselineAnswer,
  CardFieldStates,
  CheckoutContext,
  CheckoutEmitted,
  CheckoutEvent,
  CheckoutFailure,
  CheckoutFailureName,
  CheckoutInput,
  MountAnswer,
  OutcomeQuestion,
  PaymentAnswer,
  PaymentOrder,
  PurchaseAttempt,
  QuoteAnswer,
  QuoteRequest,
  TokenAnswer,
} from './checkout.types.ts';

const unbound = () => Promise.reject(new Error('No implementation was provided for this actor'));

type Answer = MountAnswer | QuoteAnswer | TokenAnswer | BaselineAnswer | PaymentAnswer;

/** Returns a value that the entered state requires. */
const required = <Value>(value: Value | null, name: string): Value => {
  if (value === null) throw new Error(`A payment step began without ${name}`);
  return value;
};

/** An invocation's output; null for other events. */
const answerOf = (event: CheckoutEvent | DoneActorEvent<Answer>): Answer | null =>
  'output' in event ? event.output : null;

const failureOf = (event: CheckoutEvent): CheckoutFailure | null => {
  const answer = answerOf(event);
  return answer !== null && 'failure' in answer ? answer.failure : null;
};

const hasOutcome =
  (outcome: Answer['outcome']) =>
  ({ event }: { readonly event: CheckoutEvent }) =>
    answerOf(event)?.outcome === outcome;

const failedAs =
  (name: CheckoutFailureName) =>
  ({ event }: { readonly event: CheckoutEvent }) =>
    failureOf(event)?.name === name;

const isCardValid = ({ cardFields: { ccnumber, ccexp, cvv } }: CheckoutContext): boolean =>
  ccnumber.valid && ccexp.valid && cvv.valid;

const untouched: CardFieldStates = {
  ccnumber: { valid: false, message: '' },
  ccexp: { valid: false, message: '' },
  cvv: { valid: false, message: '' },
};

/** One customer's purchases, one at a time. Each attempt charges a card at most once. */
export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    emitted: {} as CheckoutEmitted,
    input: {} as CheckoutInput,
    tags: {} as 'busy' | 'confirming',
  },
  actors: {
    recallAttempt: fromPromise<PurchaseAttempt | null, { readonly customerId: string }>(unbound),
    mountCardFields: fromPromise<MountAnswer>(unbound),
    watchCardFields: fromCallback<CheckoutEvent>(() => undefined),
    quotePackage: fromPromise<QuoteAnswer, QuoteRequest>(unbound),
    tokenise: fromPromise<TokenAnswer>(unbound),
    readBaseline: fromPromise<BaselineAnswer>(unbound),
    keepAttempt: fromPromise<PurchaseAttempt, AttemptRequest>(unbound),
    pay: fromPromise<PaymentAnswer, PaymentOrder>(unbound),
    askOutcome: fromPromise<PaymentAnswer, OutcomeQuestion>(unbound),
    watchAttempts: fromCallback<CheckoutEvent, { readonly customerId: string }>(() => undefined),
  },
  delays: {
    cardFieldsLimit: 10_000,
    quoteLimit: 10_000,
    /** How long the new price may take to load after the store refused the old one. */
    requoteLimit: 10_000,
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
    isMounted: hasOutcome('mounted'),
    isUnchanged: hasOutcome('unchanged'),
    isChanged: hasOutcome('changed'),
    isTokenised: hasOutcome('tokenised'),
    isNoted: hasOutcome('noted'),
    isApproved: hasOutcome('approved'),
    isUnknown: hasOutcome('unknown'),
    isGatewayMissing: failedAs('system-not-ready'),
    isTokenLate: failedAs('token-timeout'),
    isCardIncomplete: failedAs('card-incomplete'),
    isWithdrawn: failedAs('package-withdrawn'),
    isPriceRefused: failedAs('price-changed'),
    isTokenRefused: failedAs('token-refused'),
    isUnresolved: failedAs('unresolved'),
    hasAttempt: (_: unknown, { attempt }: { readonly attempt: PurchaseAttempt | null }) => attempt !== null,
    /** A changed price stays until paid. A card error stays until the gateway validates the card. */
    isFailureOutdated: ({ context: { failure } }) =>
      failure !== null && !['price-changed', 'card-incomplete', 'card-unchecked'].includes(failure.name),
    isFormClosed: ({ context }) => context.product === null,
    isOtherPackage: ({ context, event }) =>
      event.type === 'package.selected' && event.product.id !== context.product?.id,
    isCardUnchecked: ({ context }) => !isCardValid(context),
    isTokenOfValidCard: ({ context, event }) => hasOutcome('tokenised')({ event }) && isCardValid(context),
  },
  actions: {
    setPackage: assign(({ event }) => {
      assertEvent(event, 'package.selected');
      return { product: event.product, failure: null, purchase: null };
    }),
    setQuote: assign(({ event }) => {
      const answer = answerOf(event);
      return answer?.outcome === 'changed'
        ? { product: answer.product, failure: { name: 'price-changed' as const, message: '' } }
        : {};
    }),
    clearPackage: assign({ product: null, cardFields: untouched }),
    setCardField: assign(({ context, event }) => {
      assertEvent(event, 'card-field.checked');
      const { field, valid, message } = event;
      return { cardFields: { ...context.cardFields, [field]: { valid, message } } };
    }),
    clearCardFields: assign({ cardFields: untouched }),
    setBilling: assign(({ event }) => {
      assertEvent(event, 'payment.submitted');
      return { billing: event.billing };
    }),
    setPaymentToken: assign(({ event }) => {
      const answer = answerOf(event);
      return answer?.outcome === 'tokenised' ? { paymentToken: answer.paymentToken } : {};
    }),
    setBaseline: assign(({ event }) => {
      const answer = answerOf(event);
      return answer?.outcome === 'noted' ? { baseline: answer.baseline } : {};
    }),
    clearBaseline: assign({ baseline: null }),
    clearPayment: assign({ billing: null, paymentToken: null }),
    setAttempt: assign((_, { attempt }: { readonly attempt: PurchaseAttempt | null }) => ({ attempt })),
    settleAttempt: enqueueActions(({ context, enqueue, event }) => {
      const answer = answerOf(event);
      const purchase = answer?.outcome === 'approved' ? answer.purchase : null;
      enqueue.emit({ type: 'attempt.settled', attempt: context.attempt, purchase });
      enqueue.assign({ attempt: null });
    }),
    setOtherTabAttempts: assign(({ event }) => {
      assertEvent(event, 'attempts.seen');
      return { otherTabAttempts: event.otherTabAttempts };
    }),
    complete: enqueueActions(({ enqueue, event }) => {
      const answer = answerOf(event);
      if (answer?.outcome !== 'approved') return;
      enqueue.assign({ purchase: answer.purchase, failure: null });
      enqueue.emit({ type: 'purchased', purchase: answer.purchase });
    }),
    clearPurchase: assign({ purchase: null }),
    setFailure: assign((_, { name }: { readonly name: CheckoutFailureName }) => ({
      failure: { name, message: '' },
    })),
    /** Stores and reports a step's failure. Thrown errors and timeouts have only the name from `params`. */
    fail: enqueueActions(({ enqueue, event }, params: { readonly name: CheckoutFailureName } | undefined) => {
      const failure = params ? { name: params.name, message: '' } : failureOf(event);
      if (failure === null) return;
      enqueue.assign({ failure });
      enqueue.emit({ type: 'payment.failed', failure });
    }),
    clearFailure: assign({ failure: null }),
    emitPackagesOutdated: emit({ type: 'packages.outdated' }),
    emitAccountOutdated: emit({ type: 'account.outdated' }),
  },
}).createMachine({
  id: 'checkout',
  description:
    'Chooses a package, takes a card through the gateway’s own fields, pays, and finds out what became of it.',
  context: ({ input }) => ({
    customerId: input.customerId,
    product: null,
    cardFields: untouched,
    attempt: null,
    billing: null,
    paymentToken: null,
    baseline: null,
    purchase: null,
    failure: null,
    otherTabAttempts: [],
  }),
  invoke: {
    id: 'watchAttempts',
    src: 'watchAttempts',
    input: ({ context }) => ({ customerId: context.customerId }),
  },
  on: {
    'attempts.seen': { actions: 'setOtherTabAttempts' },
    'attempt.ended': { actions: 'emitAccountOutdated' },
  },
  initial: 'idle',
  states: {
    idle: {
      description: 'No package is being bought.',
      initial: 'resuming',
      states: {
        resuming: {
          description: 'Looks on this device for an attempt of this customer that was never settled.',
          invoke: {
            id: 'recallAttempt',
            src: 'recallAttempt',
            input: ({ context }) => ({ customerId: context.customerId }),
            onDone: [
              {
                guard: { type: 'hasAttempt', params: ({ event }) => ({ attempt: event.output }) },
                target: '#checkout.processing.confirming',
                actions: { type: 'setAttempt', params: ({ event }) => ({ attempt: event.output }) },
              },
              { target: 'choosing' },
            ],
            onError: { target: 'choosing' },
          },
        },
        choosing: {
          description: 'The packages are on offer.',
          entry: 'clearPackage',
          on: {
            'package.selected': { target: '#checkout.card-loading', actions: 'setPackage' },
            'attempt.abandoned': {
              target: '#checkout.processing.confirming',
              actions: [{ type: 'setAttempt', params: ({ event }) => event }, 'clearFailure'],
            },
          },
        },
      },
    },

    'card-loading': {
      description: 'The form is open and the gateway’s card fields are on their way.',
      entry: 'clearCardFields',
      invoke: {
        id: 'mountCardFields',
        src: 'mountCardFields',
        onDone: [
          { guard: 'isMounted', target: 'ready' },
          { target: 'error.unmounted', actions: 'fail' },
        ],
        onError: {
          target: 'error.unmounted',
          actions: { type: 'fail', params: { name: 'form-unavailable' } },
        },
      },
      after: {
        cardFieldsLimit: {
          target: 'error.unmounted',
          actions: { type: 'fail', params: { name: 'form-unavailable' } },
        },
      },
      on: {
        'package.selected': {
          guard: 'isOtherPackage',
          target: 'card-loading',
          reenter: true,
          actions: 'setPackage',
        },
        'checkout.cancelled': { target: 'idle.choosing', actions: 'clearFailure' },
        'checkout.left': {
          description: 'Fields without a page never come, and nobody waits for them.',
          target: 'idle.choosing',
          actions: 'clearFailure',
        },
      },
    },

    ready: {
      description:
        'The card can be typed. A payment may be submitted before the gateway has called it valid: it is asked then.',
      invoke: { id: 'watchCardFields', src: 'watchCardFields' },
      on: {
        'card-field.checked': { actions: 'setCardField' },
        'form.edited': { guard: 'isFailureOutdated', actions: 'clearFailure' },
        'card-fields.lost': { target: 'card-loading' },
        'payment.submitted': { target: 'processing', actions: ['setBilling', 'clearFailure'] },
        'package.selected': { guard: 'isOtherPackage', target: 'card-loading', actions: 'setPackage' },
        'checkout.cancelled': { target: 'idle.choosing', actions: 'clearFailure' },
      },
    },

    processing: {
      description: 'A payment is under way. Nothing but its outcome is listened to.',
      tags: 'busy',
      initial: 'preparing',
      exit: 'clearPayment',
      states: {
        preparing: {
          description: 'The price is read again while the gateway turns the card into a token.',
          type: 'parallel',
          onDone: { target: 'baselining' },
          on: {
            'checkout.left': {
              description: 'Nothing was sent, and nothing will be: a token that still comes is dropped.',
              target: '#checkout.idle.choosing',
            },
          },
          states: {
            price: {
              description: 'Is the price still the one that the customer saw?',
              initial: 'quoting',
              states: {
                quoting: {
                  description: 'The price is read again, so that it is the one the customer saw.',
                  invoke: {
                    id: 'quotePackage',
                    src: 'quotePackage',
                    input: ({ context }) => ({ product: required(context.product, 'a package') }),
                    onDone: [
                      { guard: 'isUnchanged', target: 'quoted' },
                      {
                        guard: 'isChanged',
                        target: '#checkout.ready',
                        actions: ['setQuote', 'emitPackagesOutdated'],
                      },
                      {
                        guard: 'isWithdrawn',
                        target: '#checkout.idle.choosing',
                        actions: ['fail', 'emitPackagesOutdated'],
                      },
                      { target: '#checkout.error.correctable', actions: 'fail' },
                    ],
                    onError: {
                      target: '#checkout.error.correctable',
                      actions: { type: 'fail', params: { name: 'unreachable' } },
                    },
                  },
                  after: {
                    quoteLimit: {
                      target: '#checkout.error.correctable',
                      actions: { type: 'fail', params: { name: 'unreachable' } },
                    },
                  },
                },
                quoted: { description: 'The price is the one that the customer saw.', type: 'final' },
              },
            },
            card: {
              description: 'Is the card valid, and what is its token?',
              initial: 'tokenising',
              states: {
                tokenising: {
                  description:
                    'The gateway checks every card field, also those it has not reported on, and makes a single-use token.',
                  invoke: [
                    { id: 'watchCardFieldsPaid', src: 'watchCardFields' },
                    {
                      id: 'tokenise',
                      src: 'tokenise',
                      onDone: [
                        { guard: 'isTokenOfValidCard', target: 'tokenised', actions: 'setPaymentToken' },
                        {
                          guard: 'isTokenised',
                          target: '#checkout.error.correctable',
                          actions: { type: 'setFailure', params: { name: 'card-unchecked' } },
                        },
                        { guard: 'isGatewayMissing', target: '#checkout.error.unmounted', actions: 'fail' },
                        { guard: 'isTokenLate', target: '#checkout.card-loading', actions: 'fail' },
                        {
                          guard: 'isCardIncomplete',
                          target: '#checkout.error.correctable',
                          actions: { type: 'setFailure', params: { name: 'card-incomplete' } },
                        },
                        { target: '#checkout.error.correctable', actions: 'fail' },
                      ],
                      onError: {
                        target: '#checkout.error.correctable',
                        actions: { type: 'fail', params: { name: 'start-failed' } },
                      },
                    },
                  ],
                  after: {
                    cardCheckLimit: {
                      guard: 'isCardUnchecked',
                      description: 'The gateway has not said that the card is valid.',
                      target: '#checkout.error.correctable',
                      actions: { type: 'setFailure', params: { name: 'card-unchecked' } },
                    },
                    tokenLimit: {
                      description: 'The fields may stay armed for a late token: they are mounted again.',
                      target: '#checkout.card-loading',
                      actions: { type: 'fail', params: { name: 'token-timeout' } },
                    },
                  },
                  on: { 'card-field.checked': { actions: 'setCardField' } },
                },
                tokenised: { description: 'The token is there.', type: 'final' },
              },
            },
          },
        },
        baselining: {
          description:
            'Where the store takes no key, what the ledger holds is noted: only a row that is not among it can be this purchase.',
          invoke: {
            id: 'readBaseline',
            src: 'readBaseline',
            onDone: [
              { guard: 'isNoted', target: 'recording', actions: 'setBaseline' },
              { target: '#checkout.error.correctable', actions: 'fail' },
            ],
            onError: {
              target: '#checkout.error.correctable',
              actions: { type: 'fail', params: { name: 'ledger-unreadable' } },
            },
          },
          after: {
            baselineLimit: {
              target: '#checkout.error.correctable',
              actions: { type: 'fail', params: { name: 'ledger-unreadable' } },
            },
          },
          on: {
            'checkout.left': {
              description: 'Nothing was sent, and nothing will be.',
              target: '#checkout.idle.choosing',
            },
          },
        },
        recording: {
          description: 'The attempt gets its id and is kept on this device before anything is sent.',
          exit: 'clearBaseline',
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
              actions: { type: 'setAttempt', params: ({ event }) => ({ attempt: event.output }) },
            },
            onError: {
              target: '#checkout.error.correctable',
              actions: { type: 'fail', params: { name: 'start-failed' } },
            },
          },
        },
        charging: {
          description: 'The store charges the card. No answer does not mean that it was not charged.',
          invoke: {
            id: 'pay',
            src: 'pay',
            input: ({ context: { attempt, billing, paymentToken } }) => ({
              attempt: required(attempt, 'an attempt'),
              billing: required(billing, 'a billing address'),
              paymentToken: required(paymentToken, 'a payment token'),
            }),
            onDone: [
              { guard: 'isApproved', target: '#checkout.success', actions: ['settleAttempt', 'complete'] },
              { guard: 'isUnknown', target: 'confirming' },
              { guard: 'isUnresolved', target: '#checkout.error.unresolved', actions: 'fail' },
              {
                guard: 'isPriceRefused',
                target: 'requoting',
                actions: ['settleAttempt', 'emitPackagesOutdated', 'fail'],
              },
              {
                guard: 'isTokenRefused',
                target: '#checkout.card-loading',
                actions: ['fail', 'settleAttempt'],
              },
              {
                guard: 'isWithdrawn',
                target: '#checkout.idle.choosing',
                actions: ['fail', 'settleAttempt', 'emitPackagesOutdated'],
              },
              { target: '#checkout.error.correctable', actions: ['fail', 'settleAttempt'] },
            ],
            onError: { target: 'confirming' },
          },
          after: { chargeLimit: { target: 'confirming' } },
          on: { 'checkout.left': { target: 'confirming', actions: 'clearPackage' } },
        },
        requoting: {
          description:
            'The store refused the price that was agreed to: the new one is read, and asked about.',
          invoke: {
            id: 'quotePackageAgain',
            src: 'quotePackage',
            input: ({ context }) => ({ product: required(context.product, 'a package') }),
            onDone: [
              { guard: 'isWithdrawn', target: '#checkout.idle.choosing', actions: 'fail' },
              { target: '#checkout.error.correctable', actions: 'setQuote' },
            ],
            onError: { target: '#checkout.error.correctable' },
          },
          after: { requoteLimit: { target: '#checkout.error.correctable' } },
          on: { 'checkout.left': { target: '#checkout.idle.choosing' } },
        },
        confirming: {
          description:
            'Nobody knows yet whether the card was charged: the same attempt is asked about until it is known.',
          tags: 'confirming',
          initial: 'asking',
          after: {
            confirmationLimit: {
              target: '#checkout.error.unresolved',
              actions: { type: 'fail', params: { name: 'unresolved' } },
            },
          },
          on: {
            'checkout.left': { actions: 'clearPackage' },
            'confirmation.stopped': {
              target: '#checkout.error.unresolved',
              actions: { type: 'setFailure', params: { name: 'unresolved' } },
            },
          },
          states: {
            asking: {
              description: 'The request is replayed, or the attempt is looked up in the ledger.',
              invoke: {
                id: 'askOutcome',
                src: 'askOutcome',
                input: ({ context: { attempt, billing, paymentToken } }) => ({
                  attempt: required(attempt, 'an attempt'),
                  billing,
                  paymentToken,
                }),
                onDone: [
                  {
                    guard: 'isApproved',
                    target: '#checkout.success',
                    actions: ['settleAttempt', 'complete'],
                  },
                  { guard: 'isUnknown', target: 'pausing' },
                  { guard: 'isUnresolved', target: '#checkout.error.unresolved', actions: 'fail' },
                  {
                    guard: 'isFormClosed',
                    target: '#checkout.idle.choosing',
                    actions: ['fail', 'settleAttempt'],
                  },
                  { target: '#checkout.error.correctable', actions: ['fail', 'settleAttempt'] },
                ],
                onError: { target: 'pausing' },
              },
            },
            pausing: {
              description: 'A moment before the next question.',
              after: { confirmationInterval: { target: 'asking' } },
            },
          },
        },
      },
    },

    success: {
      description: 'The credits are in the account.',
      on: { 'success.dismissed': { target: 'idle.choosing', actions: 'clearPurchase' } },
    },

    error: {
      description: 'A purchase did not go through, or it is not known whether it did.',
      initial: 'correctable',
      states: {
        correctable: {
          description: 'Nothing was charged. The form stands as it was and can be sent again.',
          invoke: { id: 'watchCardFieldsAgain', src: 'watchCardFields' },
          on: {
            'card-field.checked': { actions: 'setCardField' },
            'form.edited': { guard: 'isFailureOutdated', actions: 'clearFailure' },
            'card-fields.lost': { target: '#checkout.card-loading' },
            'payment.submitted': {
              target: '#checkout.processing',
              actions: ['setBilling', 'clearFailure'],
            },
            'package.selected': {
              guard: 'isOtherPackage',
              target: '#checkout.card-loading',
              actions: 'setPackage',
            },
            'checkout.cancelled': { target: '#checkout.idle.choosing', actions: 'clearFailure' },
          },
        },
        unmounted: {
          description: 'The card fields are not there. Nothing was charged.',
          on: {
            'card-fields.retried': { target: '#checkout.card-loading', actions: 'clearFailure' },
            'package.selected': { target: '#checkout.card-loading', actions: 'setPackage' },
            'checkout.cancelled': { target: '#checkout.idle.choosing', actions: 'clearFailure' },
          },
        },
        unresolved: {
          description:
            'Shown as pending with its reference. The next purchase waits for it, or for the customer’s word.',
          entry: 'clearPackage',
          on: {
            'outcome.rechecked': { target: '#checkout.processing.confirming', actions: 'clearFailure' },
            'outcome.acknowledged': {
              target: '#checkout.idle.choosing',
              actions: ['settleAttempt', 'clearFailure'],
            },
          },
        },
      },
    },
  },
});
