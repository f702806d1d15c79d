import { assertEvent, assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import type { Product } from '../contract/products.ts';
import type {
  CardFieldStates,
  CheckoutContext,
  CheckoutEmitted,
  CheckoutEvent,
  CheckoutFailureName,
  CheckoutInput,
  MountAnswer,
  OutcomeQuestion,
  PaymentAnswer,
  PaymentOrder,
  PurchaseAttempt,
  QuoteAnswer,
  TokenAnswer,
} from './checkout.types.ts';

const unbound = () => Promise.reject(new Error('No implementation was provided for this actor'));

const untouched: CardFieldStates = {
  ccnumber: { valid: false, message: '' },
  ccexp: { valid: false, message: '' },
  cvv: { valid: false, message: '' },
};

/** One customer's purchases, one at a time: a card is charged at most once for each attempt. */
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
    quotePackage: fromPromise<QuoteAnswer, { readonly product: Product }>(unbound),
    tokenise: fromPromise<TokenAnswer>(unbound),
    keepAttempt: fromPromise<PurchaseAttempt, { readonly customerId: string; readonly product: Product }>(
      unbound,
    ),
    pay: fromPromise<PaymentAnswer, PaymentOrder>(unbound),
    askOutcome: fromPromise<PaymentAnswer, OutcomeQuestion>(unbound),
    watchAttempts: fromCallback<CheckoutEvent, { readonly customerId: string }>(() => undefined),
  },
  delays: {
    /** How long the card fields may take to come. */
    cardFieldsLimit: 10_000,
    /** How long the check of the price may take. */
    quoteLimit: 10_000,
    /** How long the new price may take to come, after the store refused the old one. */
    requoteLimit: 10_000,
    /** How long the gateway may take to give a token. */
    tokenLimit: 30_000,
    /** How long the store may take to answer a charge before its outcome is asked for. */
    chargeLimit: 30_000,
    /** The pause between two questions about an outcome. */
    confirmationInterval: 2_000,
    /** How long an outcome is asked for before it is shown as pending. */
    confirmationLimit: 60_000,
  },
  guards: {
    isMounted: (_, answer: MountAnswer) => answer.outcome === 'mounted',
    isUnchanged: (_, answer: QuoteAnswer) => answer.outcome === 'unchanged',
    isChanged: (_, answer: QuoteAnswer) => answer.outcome === 'changed',
    isTokenised: (_, answer: TokenAnswer) => answer.outcome === 'tokenised',
    isApproved: (_, answer: PaymentAnswer) => answer.outcome === 'approved',
    isUnknown: (_, answer: PaymentAnswer) => answer.outcome === 'unknown',
    failedAs: (
      _,
      {
        answer,
        name,
      }: { readonly answer: QuoteAnswer | TokenAnswer | PaymentAnswer; readonly name: CheckoutFailureName },
    ) => 'failure' in answer && answer.failure.name === name,
    hasAttempt: (_, { attempt }: { readonly attempt: PurchaseAttempt | null }) => attempt !== null,
    isFormClosed: ({ context }) => context.product === null,
    isOtherPackage: ({ context, event }) =>
      event.type === 'package.selected' && event.product.id !== context.product?.id,
    isCardValid: ({ context: { cardFields } }) =>
      cardFields.ccnumber.valid && cardFields.ccexp.valid && cardFields.cvv.valid,
  },
  actions: {
    choosePackage: assign((_, { product }: { readonly product: Product }) => ({
      product,
      failure: null,
      purchase: null,
    })),
    keepQuote: assign((_, answer: QuoteAnswer) =>
      answer.outcome === 'changed'
        ? { product: answer.product, failure: { name: 'price-changed' as const, message: '' } }
        : {},
    ),
    forgetPackage: assign({ product: null, cardFields: untouched }),
    forgetCard: assign({ cardFields: untouched }),
    keepCardField: assign(({ context, event }) => {
      assertEvent(event, 'card-field.checked');
      const { field, valid, message } = event;
      return { cardFields: { ...context.cardFields, [field]: { valid, message } } };
    }),
    keepBilling: assign(({ event }) => {
      assertEvent(event, 'payment.submitted');
      return { billing: event.billing };
    }),
    keepToken: assign((_, answer: TokenAnswer) =>
      answer.outcome === 'tokenised' ? { token: answer.token } : {},
    ),
    noteElsewhere: assign((_, { elsewhere }: { readonly elsewhere: readonly PurchaseAttempt[] }) => ({
      elsewhere,
    })),
    forgetPayment: assign({ billing: null, token: null }),
    keepAttempt: assign((_, { attempt }: { readonly attempt: PurchaseAttempt | null }) => ({ attempt })),
    settleAttempt: assign({ attempt: null }),
    keepPurchase: assign((_, answer: PaymentAnswer) =>
      answer.outcome === 'approved' ? { purchase: answer.purchase, failure: null } : {},
    ),
    forgetPurchase: assign({ purchase: null }),
    keepFailure: assign((_, answer: MountAnswer | QuoteAnswer | TokenAnswer | PaymentAnswer) =>
      'failure' in answer ? { failure: answer.failure } : {},
    ),
    fail: assign((_, { name }: { readonly name: CheckoutFailureName }) => ({
      failure: { name, message: '' },
    })),
    clearFailure: assign({ failure: null }),
    announcePurchase: emit(({ context }) => ({
      type: 'purchased' as const,
      purchase: context.purchase ?? { transaction_id: '', credits_added: 0, amount_cents: 0 },
    })),
    announceFailure: emit(({ context }) => ({
      type: 'payment.failed' as const,
      failure: context.failure ?? { name: 'start-failed' as const, message: '' },
    })),
    announceSettled: emit(({ context }) => ({
      type: 'attempt.settled' as const,
      attempt: context.attempt,
    })),
    announceOutdated: emit({ type: 'packages.outdated' }),
    announceAccountOutdated: emit({ type: 'account.outdated' }),
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
    token: null,
    purchase: null,
    failure: null,
    elsewhere: [],
  }),
  invoke: {
    id: 'watchAttempts',
    src: 'watchAttempts',
    input: ({ context }) => ({ customerId: context.customerId }),
  },
  on: {
    'attempts.seen': { actions: { type: 'noteElsewhere', params: ({ event }) => event } },
    'attempt.ended': { actions: 'announceAccountOutdated' },
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
                actions: { type: 'keepAttempt', params: ({ event }) => ({ attempt: event.output }) },
              },
              { target: 'choosing' },
            ],
            onError: { target: 'choosing' },
          },
        },
        choosing: {
          description: 'The packages are on offer.',
          entry: 'forgetPackage',
          on: {
            'package.selected': {
              target: '#checkout.card-loading',
              actions: { type: 'choosePackage', params: ({ event }) => event },
            },
            'attempt.abandoned': {
              target: '#checkout.processing.confirming',
              actions: [{ type: 'keepAttempt', params: ({ event }) => event }, 'clearFailure'],
            },
          },
        },
      },
    },

    'card-loading': {
      description: 'The form is open and the gateway’s card fields are on their way.',
      entry: 'forgetCard',
      invoke: {
        id: 'mountCardFields',
        src: 'mountCardFields',
        onDone: [
          {
            guard: { type: 'isMounted', params: ({ event }) => event.output },
            target: 'ready',
          },
          {
            target: 'error.unmounted',
            actions: [{ type: 'keepFailure', params: ({ event }) => event.output }, 'announceFailure'],
          },
        ],
        onError: {
          target: 'error.unmounted',
          actions: [{ type: 'fail', params: { name: 'form-unavailable' } }, 'announceFailure'],
        },
      },
      after: {
        cardFieldsLimit: {
          target: 'error.unmounted',
          actions: [{ type: 'fail', params: { name: 'form-unavailable' } }, 'announceFailure'],
        },
      },
      on: {
        'package.selected': {
          guard: 'isOtherPackage',
          target: 'card-loading',
          reenter: true,
          actions: { type: 'choosePackage', params: ({ event }) => event },
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
      description: 'The card can be typed, and paid with once all of it is valid.',
      invoke: { id: 'watchCardFields', src: 'watchCardFields' },
      on: {
        'card-field.checked': { actions: 'keepCardField' },
        'card-fields.lost': { target: 'card-loading' },
        'payment.submitted': {
          guard: 'isCardValid',
          target: 'processing',
          actions: ['keepBilling', 'clearFailure'],
        },
        'package.selected': {
          guard: 'isOtherPackage',
          target: 'card-loading',
          actions: { type: 'choosePackage', params: ({ event }) => event },
        },
        'checkout.cancelled': { target: 'idle.choosing', actions: 'clearFailure' },
      },
    },

    processing: {
      description: 'A payment is under way. Nothing but its outcome is listened to.',
      tags: 'busy',
      initial: 'quoting',
      exit: 'forgetPayment',
      states: {
        quoting: {
          description: 'The price is read again, so that nobody pays another one than they saw.',
          invoke: {
            id: 'quotePackage',
            src: 'quotePackage',
            input: ({ context }) => {
              if (context.product === null) throw new Error('A price is asked for without a package');
              return { product: context.product };
            },
            onDone: [
              {
                guard: { type: 'isUnchanged', params: ({ event }) => event.output },
                target: 'tokenising',
              },
              {
                guard: { type: 'isChanged', params: ({ event }) => event.output },
                target: '#checkout.ready',
                actions: [{ type: 'keepQuote', params: ({ event }) => event.output }, 'announceOutdated'],
              },
              {
                guard: {
                  type: 'failedAs',
                  params: ({ event }) => ({ answer: event.output, name: 'package-withdrawn' }),
                },
                target: '#checkout.idle.choosing',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => event.output },
                  'announceFailure',
                  'announceOutdated',
                ],
              },
              {
                target: '#checkout.error.correctable',
                actions: [{ type: 'keepFailure', params: ({ event }) => event.output }, 'announceFailure'],
              },
            ],
            onError: {
              target: '#checkout.error.correctable',
              actions: [{ type: 'fail', params: { name: 'unreachable' } }, 'announceFailure'],
            },
          },
          after: {
            quoteLimit: {
              target: '#checkout.error.correctable',
              actions: [{ type: 'fail', params: { name: 'unreachable' } }, 'announceFailure'],
            },
          },
          on: {
            'checkout.left': {
              description: 'Nothing was sent, and nothing will be: a token that still comes is dropped.',
              target: '#checkout.idle.choosing',
            },
          },
        },
        tokenising: {
          description: 'The gateway turns the card into a single-use token.',
          invoke: {
            id: 'tokenise',
            src: 'tokenise',
            onDone: [
              {
                guard: { type: 'isTokenised', params: ({ event }) => event.output },
                target: 'recording',
                actions: { type: 'keepToken', params: ({ event }) => event.output },
              },
              {
                guard: {
                  type: 'failedAs',
                  params: ({ event }) => ({ answer: event.output, name: 'system-not-ready' }),
                },
                target: '#checkout.error.unmounted',
                actions: [{ type: 'keepFailure', params: ({ event }) => event.output }, 'announceFailure'],
              },
              {
                target: '#checkout.error.correctable',
                actions: [{ type: 'keepFailure', params: ({ event }) => event.output }, 'announceFailure'],
              },
            ],
            onError: {
              target: '#checkout.error.correctable',
              actions: [{ type: 'fail', params: { name: 'start-failed' } }, 'announceFailure'],
            },
          },
          after: {
            tokenLimit: {
              description: 'The fields may stay armed for a late token: they are mounted anew.',
              target: '#checkout.card-loading',
              actions: [{ type: 'fail', params: { name: 'token-timeout' } }, 'announceFailure'],
            },
          },
          on: {
            'checkout.left': {
              description: 'Nothing was sent, and nothing will be: a token that still comes is dropped.',
              target: '#checkout.idle.choosing',
            },
          },
        },
        recording: {
          description: 'The attempt gets its id and is kept on this device before anything is sent.',
          invoke: {
            id: 'keepAttempt',
            src: 'keepAttempt',
            input: ({ context }) => {
              if (context.product === null) throw new Error('An attempt is kept without a package');
              return { customerId: context.customerId, product: context.product };
            },
            onDone: {
              target: 'charging',
              actions: { type: 'keepAttempt', params: ({ event }) => ({ attempt: event.output }) },
            },
            onError: {
              target: '#checkout.error.correctable',
              actions: [{ type: 'fail', params: { name: 'start-failed' } }, 'announceFailure'],
            },
          },
        },
        charging: {
          description: 'The store charges the card. No answer does not mean that it was not charged.',
          invoke: {
            id: 'pay',
            src: 'pay',
            input: ({ context: { attempt, billing, token } }) => {
              if (attempt === null || billing === null || token === null)
                throw new Error('A charge needs a kept attempt, a billing address and a token');
              return { attempt, billing, token };
            },
            onDone: [
              {
                guard: { type: 'isApproved', params: ({ event }) => event.output },
                target: '#checkout.success',
                actions: { type: 'keepPurchase', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isUnknown', params: ({ event }) => event.output },
                target: 'confirming',
              },
              {
                guard: {
                  type: 'failedAs',
                  params: ({ event }) => ({ answer: event.output, name: 'unresolved' }),
                },
                target: '#checkout.error.unresolved',
                actions: [{ type: 'keepFailure', params: ({ event }) => event.output }, 'announceFailure'],
              },
              {
                guard: {
                  type: 'failedAs',
                  params: ({ event }) => ({ answer: event.output, name: 'price-changed' }),
                },
                target: 'requoting',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => event.output },
                  'announceSettled',
                  'settleAttempt',
                  'announceOutdated',
                ],
              },
              {
                guard: {
                  type: 'failedAs',
                  params: ({ event }) => ({ answer: event.output, name: 'token-refused' }),
                },
                target: '#checkout.card-loading',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => event.output },
                  'announceFailure',
                  'announceSettled',
                  'settleAttempt',
                ],
              },
              {
                guard: {
                  type: 'failedAs',
                  params: ({ event }) => ({ answer: event.output, name: 'package-withdrawn' }),
                },
                target: '#checkout.idle.choosing',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => event.output },
                  'announceFailure',
                  'announceSettled',
                  'settleAttempt',
                  'announceOutdated',
                ],
              },
              {
                target: '#checkout.error.correctable',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => event.output },
                  'announceFailure',
                  'announceSettled',
                  'settleAttempt',
                ],
              },
            ],
            onError: { target: 'confirming' },
          },
          after: { chargeLimit: { target: 'confirming' } },
          on: { 'checkout.left': { target: 'confirming', actions: 'forgetPackage' } },
        },
        requoting: {
          description:
            'The store refused the price that was agreed to: the new one is read, and asked about.',
          entry: 'announceFailure',
          invoke: {
            id: 'quotePackageAgain',
            src: 'quotePackage',
            input: ({ context }) => {
              if (context.product === null) throw new Error('A price is asked for without a package');
              return { product: context.product };
            },
            onDone: [
              {
                guard: {
                  type: 'failedAs',
                  params: ({ event }) => ({ answer: event.output, name: 'package-withdrawn' }),
                },
                target: '#checkout.idle.choosing',
                actions: [{ type: 'keepFailure', params: ({ event }) => event.output }, 'announceFailure'],
              },
              {
                target: '#checkout.error.correctable',
                actions: { type: 'keepQuote', params: ({ event }) => event.output },
              },
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
              actions: [{ type: 'fail', params: { name: 'unresolved' } }, 'announceFailure'],
            },
          },
          on: {
            'checkout.left': { actions: 'forgetPackage' },
            'confirmation.stopped': {
              target: '#checkout.error.unresolved',
              actions: { type: 'fail', params: { name: 'unresolved' } },
            },
          },
          states: {
            asking: {
              description: 'The request is replayed, or the attempt is looked up in the ledger.',
              invoke: {
                id: 'askOutcome',
                src: 'askOutcome',
                input: ({ context: { attempt, billing, token } }) => {
                  if (attempt === null) throw new Error('An outcome is asked for without an attempt');
                  return { attempt, billing, token };
                },
                onDone: [
                  {
                    guard: { type: 'isApproved', params: ({ event }) => event.output },
                    target: '#checkout.success',
                    actions: { type: 'keepPurchase', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isUnknown', params: ({ event }) => event.output },
                    target: 'pausing',
                  },
                  {
                    guard: {
                      type: 'failedAs',
                      params: ({ event }) => ({ answer: event.output, name: 'unresolved' }),
                    },
                    target: '#checkout.error.unresolved',
                    actions: [
                      { type: 'keepFailure', params: ({ event }) => event.output },
                      'announceFailure',
                    ],
                  },
                  {
                    guard: 'isFormClosed',
                    target: '#checkout.idle.choosing',
                    actions: [
                      { type: 'keepFailure', params: ({ event }) => event.output },
                      'announceFailure',
                      'announceSettled',
                      'settleAttempt',
                    ],
                  },
                  {
                    target: '#checkout.error.correctable',
                    actions: [
                      { type: 'keepFailure', params: ({ event }) => event.output },
                      'announceFailure',
                      'announceSettled',
                      'settleAttempt',
                    ],
                  },
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
      entry: ['announceSettled', 'settleAttempt', 'announcePurchase'],
      on: {
        'success.dismissed': { target: 'idle.choosing', actions: 'forgetPurchase' },
      },
    },

    error: {
      description: 'A purchase did not go through, or it is not known whether it did.',
      initial: 'correctable',
      states: {
        correctable: {
          description: 'Nothing was charged. The form stands as it was and can be sent again.',
          invoke: { id: 'watchCardFieldsAgain', src: 'watchCardFields' },
          on: {
            'card-field.checked': { actions: 'keepCardField' },
            'card-fields.lost': { target: '#checkout.card-loading' },
            'payment.submitted': {
              guard: 'isCardValid',
              target: '#checkout.processing',
              actions: ['keepBilling', 'clearFailure'],
            },
            'package.selected': {
              guard: 'isOtherPackage',
              target: '#checkout.card-loading',
              actions: { type: 'choosePackage', params: ({ event }) => event },
            },
            'checkout.cancelled': { target: '#checkout.idle.choosing', actions: 'clearFailure' },
          },
        },
        unmounted: {
          description: 'The card fields are not there. Nothing was charged.',
          on: {
            'card-fields.retried': { target: '#checkout.card-loading', actions: 'clearFailure' },
            'package.selected': {
              target: '#checkout.card-loading',
              actions: { type: 'choosePackage', params: ({ event }) => event },
            },
            'checkout.cancelled': { target: '#checkout.idle.choosing', actions: 'clearFailure' },
          },
        },
        unresolved: {
          description:
            'Shown as pending with its reference. The next purchase waits for it, or for the customer’s word.',
          entry: 'forgetPackage',
          on: {
            'outcome.rechecked': {
              target: '#checkout.processing.confirming',
              actions: 'clearFailure',
            },
            'outcome.acknowledged': {
              target: '#checkout.idle.choosing',
              actions: ['announceSettled', 'settleAttempt', 'clearFailure'],
            },
          },
        },
      },
    },
  },
});
