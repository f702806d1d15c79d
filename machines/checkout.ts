import { assertEvent, assign, emit, enqueueActions, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type {
  CardFieldReport,
  CardFieldState,
  CardFieldStates,
  CheckoutContext,
  CheckoutEmitted,
  CheckoutEvent,
  CheckoutFailure,
  CheckoutFailureName,
  CheckoutInput,
  MountAnswer,
  PurchaseAttempt,
  QuoteAnswer,
  QuoteRequest,
} from './checkout.types.ts';
import type { paymentMachine } from './payment.ts';
import type { PaymentOutput } from './payment.types.ts';

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

interface Scope {
  readonly context: CheckoutContext;
}

const untyped: CardFieldState = { valid: false, message: '' };
const untouched: CardFieldStates = { ccnumber: untyped, ccexp: untyped, cvv: untyped };

/** Null if the card fields failed to load. */
type Answer = MountAnswer | QuoteAnswer | PaymentOutput | null;

const failureOf = (answer: Answer): CheckoutFailure | null =>
  answer === null ? { name: 'form-unavailable', message: '' } : 'failure' in answer ? answer.failure : null;

const hasFailedAs =
  (...names: readonly CheckoutFailureName[]) =>
  ({ context: { failure } }: Scope): boolean =>
    names.some((name) => name === failure?.name);

/** The form shows these at the card. */
const cardFailures: readonly CheckoutFailureName[] = ['card-incomplete', 'card-unchecked'];

/** One customer's purchases, one at a time. */
export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    emitted: {} as CheckoutEmitted,
    input: {} as CheckoutInput,
    children: {} as { readonly payment: 'payment' },
    tags: {} as 'busy',
  },
  actors: {
    recallAttempt: fromPromise<PurchaseAttempt | null, { readonly customerId: string }>(unimplemented),
    mountCardFields: fromPromise<MountAnswer>(unimplemented),
    watchCardFields: fromCallback<CheckoutEvent>(() => undefined),
    payment: {} as typeof paymentMachine,
    quotePackage: fromPromise<QuoteAnswer, QuoteRequest>(unimplemented),
    watchAttempts: fromCallback<CheckoutEvent, { readonly customerId: string }>(() => undefined),
  },
  delays: {
    cardFieldsLimit: 10_000,
    /** How long the new price may take to load after the store refused the old one. */
    requoteLimit: 10_000,
  },
  guards: {
    isMounted: (_: unknown, { outcome }: MountAnswer) => outcome === 'mounted',
    hasAttempt: (_: unknown, attempt: PurchaseAttempt | null) => attempt !== null,
    isApproved: (_: unknown, { outcome }: PaymentOutput) => outcome === 'approved',
    isUnknown: (_: unknown, { outcome }: PaymentOutput) => outcome === 'unknown',
    isNewPrice: ({ context }: Scope, output: PaymentOutput) =>
      context.product !== null && output.outcome === 'refused' && output.product !== null,
    isOffSale: (_: unknown, answer: QuoteAnswer) => failureOf(answer)?.name === 'package-withdrawn',
    endsCheckout: ({ context: { product, failure } }) =>
      product === null || failure?.name === 'package-withdrawn',
    isPriceRefused: hasFailedAs('price-changed'),
    isUnmounted: hasFailedAs('system-not-ready'),
    isCardSpent: hasFailedAs('token-timeout', 'token-refused', 'card-refused'),
    /** A changed price stays until paid. A card error stays until the gateway validates the card. */
    isFailureOutdated: ({ context: { failure } }) =>
      failure !== null && !['price-changed', ...cardFailures].includes(failure.name),
    isOther: ({ context, event }) =>
      event.type === 'package.selected' && event.product.id !== context.product?.id,
  },
  actions: {
    choose: assign(({ event }) => {
      assertEvent(event, 'package.selected');
      return { product: event.product, failure: null, purchase: null };
    }),
    setPrice: assign((_: unknown, answer: QuoteAnswer | PaymentOutput) =>
      'product' in answer && answer.product !== null
        ? { product: answer.product, failure: { name: 'price-changed' as const, message: '' } }
        : {},
    ),
    clearPackage: assign({ product: null, cardFields: untouched }),
    setCardField: assign(({ context }: Scope, { field, valid, message }: CardFieldReport) => ({
      cardFields: { ...context.cardFields, [field]: { valid, message } },
    })),
    clearCardFields: assign({ cardFields: untouched }),
    setAttempt: assign((_: unknown, attempt: PurchaseAttempt | null) => ({ attempt })),
    acknowledge: enqueueActions(({ context: { attempt }, enqueue }) => {
      enqueue.emit({ type: 'attempt.settled', attempt, purchase: null });
      enqueue.assign({ attempt: null });
    }),
    setOtherTabAttempts: assign((_: unknown, otherTabAttempts: readonly PurchaseAttempt[]) => ({
      otherTabAttempts,
    })),
    complete: enqueueActions(({ enqueue }, output: PaymentOutput) => {
      if (output.outcome !== 'approved') return;
      const { attempt, purchase } = output;
      enqueue.assign({ attempt: null, purchase, failure: null });
      enqueue.emit({ type: 'attempt.settled', attempt, purchase });
      enqueue.emit({ type: 'purchased', purchase });
    }),
    clearPurchase: assign({ purchase: null }),
    /** An attempt that was refused needs no more checks. */
    fail: enqueueActions(({ enqueue }, answer: Answer) => {
      const failure = failureOf(answer);
      const attempt = answer !== null && 'attempt' in answer ? answer.attempt : null;
      const isOpen = answer?.outcome === 'unknown';
      enqueue.assign({ failure, attempt: isOpen ? attempt : null });
      if (failure === null) return;
      if (!cardFailures.includes(failure.name)) enqueue.emit({ type: 'payment.failed', failure });
      if (failure.name === 'price-changed' || failure.name === 'package-withdrawn')
        enqueue.emit({ type: 'packages.outdated' });
      if (!isOpen && attempt !== null) enqueue.emit({ type: 'attempt.settled', attempt, purchase: null });
    }),
    leavePayment: sendTo('payment', { type: 'checkout.left' }),
    clearFailure: assign({ failure: null }),
    emitPackagesOutdated: emit({ type: 'packages.outdated' }),
    emitAccountOutdated: emit({ type: 'account.outdated' }),
  },
}).createMachine({
  id: 'checkout',
  description: 'Chooses a package, takes a card through the gateway’s fields, and pays.',
  context: ({ input }) => ({
    customerId: input.customerId,
    product: null,
    cardFields: untouched,
    attempt: null,
    purchase: null,
    failure: null,
    otherTabAttempts: [],
  }),
  invoke: {
    id: 'watchAttempts',
    src: 'watchAttempts',
    input: ({ context: { customerId } }) => ({ customerId }),
  },
  on: {
    'attempts.seen': {
      actions: { type: 'setOtherTabAttempts', params: ({ event }) => event.otherTabAttempts },
    },
    'attempt.ended': { actions: 'emitAccountOutdated' },
  },
  initial: 'idle',
  states: {
    idle: {
      description: 'No package is being bought.',
      initial: 'resuming',
      onDone: { target: 'processing' },
      states: {
        resuming: {
          description: 'Looks on this device for an attempt of this customer with an unknown outcome.',
          invoke: {
            id: 'recallAttempt',
            src: 'recallAttempt',
            input: ({ context }) => ({ customerId: context.customerId }),
            onDone: [
              {
                guard: { type: 'hasAttempt', params: ({ event }) => event.output },
                target: 'resumed',
                actions: { type: 'setAttempt', params: ({ event }) => event.output },
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
            'package.selected': { target: '#checkout.card-loading', actions: 'choose' },
            'attempt.abandoned': {
              target: 'resumed',
              actions: [{ type: 'setAttempt', params: ({ event }) => event.attempt }, 'clearFailure'],
            },
          },
        },
        resumed: { description: 'The outcome of an earlier attempt is unknown.', type: 'final' },
      },
    },

    'card-loading': {
      description: 'The form is open, and the gateway’s card fields are loading.',
      entry: 'clearCardFields',
      invoke: {
        id: 'mountCardFields',
        src: 'mountCardFields',
        onDone: [
          { guard: { type: 'isMounted', params: ({ event }) => event.output }, target: 'ready' },
          { target: 'error.unmounted', actions: { type: 'fail', params: ({ event }) => event.output } },
        ],
        onError: { target: 'error.unmounted', actions: { type: 'fail', params: null } },
      },
      after: { cardFieldsLimit: { target: 'error.unmounted', actions: { type: 'fail', params: null } } },
      on: {
        'package.selected': {
          guard: 'isOther',
          target: 'card-loading',
          reenter: true,
          actions: 'choose',
        },
        'checkout.cancelled': { target: 'idle.choosing', actions: 'clearFailure' },
        'checkout.left': { target: 'idle.choosing', actions: 'clearFailure' },
      },
    },

    ready: {
      description: 'The customer enters the card. Paying also checks fields that are not validated yet.',
      invoke: { id: 'watchCardFields', src: 'watchCardFields' },
      on: {
        'card-field.checked': { actions: { type: 'setCardField', params: ({ event }) => event } },
        'form.edited': { guard: 'isFailureOutdated', actions: 'clearFailure' },
        'card-fields.lost': { target: 'card-loading' },
        'payment.submitted': { target: 'processing', actions: 'clearFailure' },
        'package.selected': { guard: 'isOther', target: 'card-loading', actions: 'choose' },
        'checkout.cancelled': { target: 'idle.choosing', actions: 'clearFailure' },
      },
    },

    processing: {
      description: 'A payment is in progress, or an earlier attempt is being checked.',
      tags: 'busy',
      invoke: [
        { id: 'watchCardFieldsPaid', src: 'watchCardFields' },
        {
          id: 'payment',
          src: 'payment',
          input: ({ context: { customerId, product, cardFields, attempt }, event }) => ({
            customerId,
            product,
            cardFields,
            attempt,
            billing: event.type === 'payment.submitted' ? event.billing : null,
          }),
          onDone: [
            {
              guard: { type: 'isApproved', params: ({ event }) => event.output },
              target: 'success',
              actions: { type: 'complete', params: ({ event }) => event.output },
            },
            {
              guard: { type: 'isUnknown', params: ({ event }) => event.output },
              target: 'error.unresolved',
              actions: { type: 'fail', params: ({ event }) => event.output },
            },
            {
              guard: { type: 'isNewPrice', params: ({ event }) => event.output },
              target: 'ready',
              actions: [{ type: 'setPrice', params: ({ event }) => event.output }, 'emitPackagesOutdated'],
            },
            { target: 'error', actions: { type: 'fail', params: ({ event }) => event.output } },
          ],
        },
      ],
      on: {
        'card-field.checked': { actions: { type: 'setCardField', params: ({ event }) => event } },
        'checkout.left': { actions: ['clearPackage', 'leavePayment'] },
      },
    },

    success: {
      description: 'The credits are in the account.',
      on: { 'success.dismissed': { target: 'idle.choosing', actions: 'clearPurchase' } },
    },

    error: {
      description: 'A purchase failed, or its outcome is unknown.',
      initial: 'failed',
      onDone: { target: 'idle.choosing' },
      states: {
        failed: {
          description: 'Nothing was charged. The reason decides where to continue.',
          always: [
            { guard: 'endsCheckout', target: 'closed' },
            { guard: 'isUnmounted', target: 'unmounted' },
            { guard: 'isPriceRefused', target: 'requoting' },
            { guard: 'isCardSpent', target: '#checkout.card-loading' },
            { target: 'correctable' },
          ],
        },
        correctable: {
          description: 'Nothing was charged. The customer can correct the form and pay again.',
          invoke: { id: 'watchCardFieldsAgain', src: 'watchCardFields' },
          on: {
            'card-field.checked': { actions: { type: 'setCardField', params: ({ event }) => event } },
            'form.edited': { guard: 'isFailureOutdated', actions: 'clearFailure' },
            'card-fields.lost': { target: '#checkout.card-loading' },
            'payment.submitted': { target: '#checkout.processing', actions: 'clearFailure' },
            'package.selected': { guard: 'isOther', target: '#checkout.card-loading', actions: 'choose' },
            'checkout.cancelled': { target: 'closed', actions: 'clearFailure' },
          },
        },
        requoting: {
          description: 'The store refused the agreed price. Reads the new one.',
          tags: 'busy',
          invoke: {
            id: 'quotePackage',
            src: 'quotePackage',
            input: ({ context: { product } }) => {
              if (product === null) throw new Error('A price is read without a package');
              return { product };
            },
            onDone: [
              {
                guard: { type: 'isOffSale', params: ({ event }) => event.output },
                target: 'closed',
                actions: { type: 'fail', params: ({ event }) => event.output },
              },
              { target: 'correctable', actions: { type: 'setPrice', params: ({ event }) => event.output } },
            ],
            onError: { target: 'correctable' },
          },
          after: { requoteLimit: { target: 'correctable' } },
          on: { 'checkout.left': { target: 'closed' } },
        },
        unmounted: {
          description: 'The card fields failed to load. Nothing was charged.',
          on: {
            'card-fields.retried': { target: '#checkout.card-loading', actions: 'clearFailure' },
            'package.selected': { target: '#checkout.card-loading', actions: 'choose' },
            'checkout.cancelled': { target: 'closed', actions: 'clearFailure' },
          },
        },
        unresolved: {
          description: 'Shows the purchase as pending, with its reference, until it is checked or dismissed.',
          entry: 'clearPackage',
          on: {
            'outcome.rechecked': { target: '#checkout.processing', actions: 'clearFailure' },
            'outcome.acknowledged': { target: 'closed', actions: ['acknowledge', 'clearFailure'] },
          },
        },
        closed: { description: 'The form is closed.', type: 'final' },
      },
    },
  },
});
