import { assign, emit, enqueueActions, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { type ActorEvents, eventAs, hasOutcome, outputAs, required, unimplemented } from '../shared.ts';
import type {
  CardChoice,
  CardFieldStates,
  CheckoutContext,
  CheckoutEmitted,
  CheckoutEvent,
  CheckoutFailure,
  CheckoutFailureName,
  MountResult,
  PurchaseAttempt,
  QuoteRequest,
  QuoteResult,
} from './checkout.types.ts';
import type { paymentMachine } from './payment.ts';

const actors = {
  recallAttempt: fromPromise<PurchaseAttempt | null, { readonly customerId: string }>(unimplemented),
  /** Loads the purchase code. Never rejects, because later steps report the failure. */
  loadPurchase: fromPromise<null>(unimplemented),
  /** Lists the ids of chargeable saved cards, the default first. */
  listCards: fromPromise<readonly string[]>(unimplemented),
  mountCardFields: fromPromise<MountResult>(unimplemented),
  watchCardFields: fromCallback<CheckoutEvent>(unimplemented),
  payment: {} as typeof paymentMachine,
  quotePackage: fromPromise<QuoteResult, QuoteRequest>(unimplemented),
  watchAttempts: fromCallback<CheckoutEvent, { readonly customerId: string }>(unimplemented),
};

interface Scope {
  readonly context: CheckoutContext;
  readonly event: CheckoutEvent | ActorEvents<typeof actors>;
}

const untyped = { valid: false, message: '' };
const untouched: CardFieldStates = { number: untyped, expiry: untyped, code: untyped };

/** Returns the output of the actor that ended. Null if the actor failed or timed out. */
const answerOf = (event: Scope['event']) =>
  'output' in event && event.output && 'outcome' in event.output ? event.output : null;

const failureOf = (event: Scope['event']): CheckoutFailure | null => {
  const answer = answerOf(event);
  if (answer === null) return { name: 'form-unavailable', message: '' };
  return 'failure' in answer ? answer.failure : null;
};

const newOfferIn = (event: Scope['event']) => {
  const answer = answerOf(event);
  return answer !== null && 'product' in answer ? answer.product : null;
};

/** Failures that the form shows at the card fields. */
const cardFailures: readonly CheckoutFailureName[] = ['card-incomplete', 'card-unchecked'];

const isTyped = (choice: CardChoice | null): boolean => choice === null || choice.cardId === null;

/** Returns the new list of cards. Keeps the customer's choice if possible; otherwise takes the first card. */
const cardsIn = ({ context: { choice }, event }: Scope): Pick<CheckoutContext, 'cardIds' | 'choice'> => {
  const { output: cardIds } = eventAs(event, 'xstate.done.actor.listCards');
  const isPossible = choice?.cardId === null || (choice !== null && cardIds.includes(choice.cardId));
  return { cardIds, choice: isPossible || cardIds[0] === undefined ? choice : { cardId: cardIds[0] } };
};

/** Runs a customer's purchases, one at a time. */
export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent | ActorEvents<typeof actors>,
    emitted: {} as CheckoutEmitted,
    input: {} as Pick<CheckoutContext, 'customerId'>,
    children: {} as { readonly payment: 'payment' },
    tags: {} as 'busy',
  },
  actors,
  delays: {
    cardFieldsLimit: 10_000,
    /** How long the form waits for the saved cards, in ms. */
    listLimit: 4_000,
    /** How long to wait for the new price after the store refused the old one, in ms. */
    requoteLimit: 10_000,
  },
  guards: {
    hasAttempt: ({ event }) => eventAs(event, 'xstate.done.actor.recallAttempt').output !== null,
    hasSavedCard: (scope) => !isTyped(cardsIn(scope).choice),
    isMounted: hasOutcome('mounted'),
    isCardTyped: ({ context: { choice } }) => isTyped(choice),
    /** A typed card that is chosen again gets empty fields. */
    changesCardFields: ({ context: { choice }, event }) =>
      event.type === 'card.chosen' && (isTyped(event) || isTyped(choice)),
    isApproved: hasOutcome('approved'),
    isUnknown: hasOutcome('unknown'),
    isNewPrice: ({ context, event }) => context.product !== null && newOfferIn(event) !== null,
    isOffSale: ({ event }) => failureOf(event)?.name === 'package-withdrawn',
    endsCheckout: ({ context: { product, failure } }) =>
      product === null || failure?.name === 'package-withdrawn',
    isPriceRefused: ({ context }) => context.failure?.name === 'price-changed',
    isUnmounted: ({ context: { failure } }) =>
      failure?.name === 'system-not-ready' || failure?.name === 'form-unavailable',
    isSavedCardRefused: ({ context }) => context.failure?.name === 'card-refused',
    isTokenSpent: ({ context }) => ['token-timeout', 'token-refused'].includes(context.failure?.name ?? ''),
    /** Returns whether an edit clears the failure. Edits don't clear a price change or a card error. */
    isFailureOutdated: ({ context: { failure } }) =>
      failure !== null && !['price-changed', ...cardFailures].includes(failure.name),
    isOther: ({ context, event }) => 'product' in event && event.product.id !== context.product?.id,
  },
  actions: {
    choose: assign(({ event }) => ({
      product: eventAs(event, 'package.selected').product,
      failure: null,
    })),
    setPrice: assign(({ event }) => {
      const product = newOfferIn(event);
      return product === null ? {} : { product, failure: { name: 'price-changed' as const, message: '' } };
    }),
    clearPackage: assign({ product: null, purchase: null }),
    setCards: assign(cardsIn),
    chooseCard: assign(({ event }) => ({ choice: { cardId: eventAs(event, 'card.chosen').cardId } })),
    /** Prevents a late list of cards from replacing the fields that the customer is filling in. */
    chooseTypedCard: assign({ choice: { cardId: null } }),
    replaceSavedCard: assign(({ context: { cardIds, choice } }) => ({
      choice: { cardId: cardIds.find((id) => id !== choice?.cardId) ?? null },
    })),
    clearCardChoice: assign({ choice: null, saveCard: false }),
    setSaveCard: assign(({ event }) => ({ saveCard: eventAs(event, 'saving.chosen').saveCard })),
    setCardField: assign(({ context, event }) => {
      const { field, valid, message } = eventAs(event, 'card-field.checked');
      return { cardFields: { ...context.cardFields, [field]: { valid, message } } };
    }),
    clearCardFields: assign({ cardFields: untouched }),
    setAttempt: assign(({ context: { setAside }, event }) => {
      const attempt =
        'attempt' in event ? event.attempt : eventAs(event, 'xstate.done.actor.recallAttempt').output;
      return { attempt, setAside: setAside.filter(({ id }) => id !== attempt?.id) };
    }),
    setAside: enqueueActions(({ context: { attempt, setAside }, enqueue }) => {
      enqueue.emit({ type: 'attempt.set-aside', attempt: required(attempt) });
      enqueue.assign({ attempt: null, setAside: [...setAside, required(attempt)] });
    }),
    listSetAside: assign(({ context: { attempt }, event }) => ({
      setAside: eventAs(event, 'attempts.set-aside').attempts.filter(({ id }) => id !== attempt?.id),
    })),
    setOtherTabAttempts: assign(({ event }) => ({
      otherTabAttempts: eventAs(event, 'attempts.seen').otherTabAttempts,
    })),
    complete: enqueueActions(({ context: { choice, saveCard }, event, enqueue }) => {
      const { attempt, purchase } = outputAs(event, 'approved');
      enqueue.assign({ attempt: null, purchase, failure: null });
      enqueue.emit({ type: 'attempt.settled', attempt, purchase });
      enqueue.emit({ type: 'purchased', purchase });
      if (saveCard && isTyped(choice)) enqueue.emit({ type: 'cards.outdated' });
    }),
    /** Records the failure. Keeps the attempt only if its outcome is unknown. */
    fail: enqueueActions(({ event, enqueue }) => {
      const answer = answerOf(event);
      const failure = failureOf(event);
      const attempt = answer !== null && 'attempt' in answer ? answer.attempt : null;
      const isOpen = answer?.outcome === 'unknown';
      enqueue.assign({ failure, attempt: isOpen ? attempt : null });
      if (failure === null) return;
      if (!cardFailures.includes(failure.name)) enqueue.emit({ type: 'payment.failed', failure });
      if (failure.name === 'price-changed' || failure.name === 'package-withdrawn')
        enqueue.emit({ type: 'packages.outdated' });
      if (failure.name === 'card-refused') enqueue.emit({ type: 'cards.outdated' });
      if (!isOpen && attempt !== null) enqueue.emit({ type: 'attempt.settled', attempt, purchase: null });
    }),
    leavePayment: sendTo('payment', { type: 'checkout.left' }),
    clearFailure: assign({ failure: null }),
    emitPackagesOutdated: emit({ type: 'packages.outdated' }),
    emitAccountOutdated: emit({ type: 'account.outdated' }),
  },
}).createMachine({
  id: 'checkout',
  description: 'Lets the customer choose a package and pay with a saved card or a new one.',
  context: ({ input }) => ({
    customerId: input.customerId,
    product: null,
    cardFields: untouched,
    attempt: null,
    purchase: null,
    failure: null,
    cardIds: [],
    choice: null,
    saveCard: false,
    otherTabAttempts: [],
    setAside: [],
  }),
  invoke: {
    id: 'watchAttempts',
    src: 'watchAttempts',
    input: ({ context: { customerId } }) => ({ customerId }),
  },
  on: {
    'attempts.seen': { actions: 'setOtherTabAttempts' },
    'attempts.set-aside': { actions: 'listSetAside' },
    'attempt.ended': { actions: 'emitAccountOutdated' },
    'card-field.checked': { actions: 'setCardField' },
    'saving.chosen': { actions: 'setSaveCard' },
  },
  initial: 'idle',
  states: {
    idle: {
      description: 'No purchase is in progress.',
      initial: 'resuming',
      onDone: { target: 'processing' },
      states: {
        resuming: {
          description: 'Looks on this device for the customer’s attempts with an unknown outcome.',
          invoke: {
            id: 'recallAttempt',
            src: 'recallAttempt',
            input: ({ context }) => ({ customerId: context.customerId }),
            onDone: [
              { guard: 'hasAttempt', target: 'resumed', actions: 'setAttempt' },
              { target: 'choosing' },
            ],
            onError: { target: 'choosing' },
          },
        },
        choosing: {
          description: 'The customer can choose a package.',
          entry: ['clearPackage', 'clearCardChoice'],
          on: {
            'package.selected': { target: '#checkout.card-loading', actions: 'choose' },
            'attempt.abandoned': { target: 'resumed', actions: ['setAttempt', 'clearFailure'] },
            'attempt.rechecked': { target: 'resumed', actions: ['setAttempt', 'clearFailure'] },
          },
        },
        resumed: { description: 'The outcome of an earlier attempt is unknown.', type: 'final' },
      },
    },

    'card-loading': {
      description: 'The form is open while the saved cards or the card fields load.',
      entry: 'clearCardFields',
      initial: 'opening',
      always: { guard: 'isUnmounted', target: 'error.unmounted' },
      on: {
        'package.selected': { guard: 'isOther', target: 'card-loading', reenter: true, actions: 'choose' },
        'card.chosen': { target: 'card-loading', reenter: true, actions: 'chooseCard' },
        'checkout.canceled': { target: 'idle.choosing', actions: 'clearFailure' },
        'checkout.left': { target: 'idle.choosing', actions: 'clearFailure' },
      },
      states: {
        opening: {
          description: 'The JavaScript for purchases is loading.',
          invoke: { id: 'loadPurchase', src: 'loadPurchase', onDone: { target: 'listing' } },
        },
        listing: {
          description: 'Waits briefly for the saved cards, which don’t need the gateway’s fields.',
          invoke: {
            id: 'listCards',
            src: 'listCards',
            onDone: [
              { guard: 'hasSavedCard', target: '#checkout.ready', actions: 'setCards' },
              { target: 'mounting', actions: 'setCards' },
            ],
            onError: { target: 'mounting', actions: 'clearCardChoice' },
          },
          after: { listLimit: { target: 'mounting', actions: 'chooseTypedCard' } },
        },
        mounting: {
          description: 'The gateway’s card fields are loading.',
          invoke: {
            id: 'mountCardFields',
            src: 'mountCardFields',
            onDone: [{ guard: 'isMounted', target: '#checkout.ready' }, { actions: 'fail' }],
            onError: { actions: 'fail' },
          },
          after: { cardFieldsLimit: { actions: 'fail' } },
        },
      },
    },

    ready: {
      description: 'The customer chooses or enters a card. Paying also checks fields not yet validated.',
      invoke: { id: 'watchCardFields', src: 'watchCardFields' },
      on: {
        'form.edited': { guard: 'isFailureOutdated', actions: 'clearFailure' },
        'card.chosen': [
          { guard: 'changesCardFields', target: 'card-loading', actions: 'chooseCard' },
          { actions: 'chooseCard' },
        ],
        'card-fields.lost': { guard: 'isCardTyped', target: 'card-loading' },
        'checkout.returned': { target: 'card-loading', actions: 'clearCardChoice' },
        'payment.submitted': { target: 'processing', actions: 'clearFailure' },
        'package.selected': { guard: 'isOther', target: 'card-loading', actions: 'choose' },
        'checkout.canceled': { target: 'idle.choosing', actions: 'clearFailure' },
      },
    },

    processing: {
      description: 'A payment is in progress, or an earlier attempt is being checked.',
      tags: 'busy',
      invoke: [
        { id: 'cardFieldsDuringPayment', src: 'watchCardFields' },
        {
          id: 'payment',
          src: 'payment',
          input: ({ context: { customerId, product, cardFields, choice, saveCard, attempt }, event }) => ({
            customerId,
            product,
            cardFields,
            cardId: choice?.cardId ?? null,
            saveCard: isTyped(choice) && saveCard,
            attempt,
            billing: event.type === 'payment.submitted' ? event.billing : null,
          }),
          onDone: [
            { guard: 'isApproved', target: 'success', actions: 'complete' },
            { guard: 'isUnknown', target: 'error.unresolved', actions: 'fail' },
            { guard: 'isNewPrice', target: 'ready', actions: ['setPrice', 'emitPackagesOutdated'] },
            { target: 'error', actions: 'fail' },
          ],
        },
      ],
      on: { 'checkout.left': { actions: ['clearPackage', 'leavePayment'] } },
    },

    success: {
      description: 'The credits are in the account.',
      on: { 'success.dismissed': { target: 'idle.choosing' } },
    },

    error: {
      description: 'A purchase failed, or its outcome is unknown.',
      initial: 'failed',
      onDone: { target: 'idle.choosing' },
      states: {
        failed: {
          description: 'Nothing was charged. The next state depends on the failure.',
          always: [
            { guard: 'endsCheckout', target: 'closed' },
            { guard: 'isUnmounted', target: 'unmounted' },
            { guard: 'isPriceRefused', target: 'requoting' },
            { guard: 'isSavedCardRefused', target: '#checkout.card-loading', actions: 'replaceSavedCard' },
            { guard: 'isTokenSpent', target: '#checkout.card-loading' },
            { target: 'correctable' },
          ],
        },
        correctable: {
          description: 'Nothing was charged. The customer can correct the form and pay again.',
          invoke: { id: 'watchCardFields', src: 'watchCardFields' },
          on: {
            'form.edited': { guard: 'isFailureOutdated', actions: 'clearFailure' },
            'card.chosen': [
              { guard: 'changesCardFields', target: '#checkout.card-loading', actions: 'chooseCard' },
              { actions: 'chooseCard' },
            ],
            'card-fields.lost': { guard: 'isCardTyped', target: '#checkout.card-loading' },
            'checkout.returned': { target: '#checkout.card-loading', actions: 'clearCardChoice' },
            'payment.submitted': { target: '#checkout.processing', actions: 'clearFailure' },
            'package.selected': { guard: 'isOther', target: '#checkout.card-loading', actions: 'choose' },
            'checkout.canceled': { target: 'closed', actions: 'clearFailure' },
          },
        },
        requoting: {
          description: 'The store refused the agreed price, so the app reads the new price.',
          tags: 'busy',
          invoke: {
            id: 'quotePackage',
            src: 'quotePackage',
            input: ({ context: { product } }) => ({ product: required(product) }),
            onDone: [
              { guard: 'isOffSale', target: 'closed', actions: 'fail' },
              { target: 'correctable', actions: 'setPrice' },
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
            'card.chosen': { target: '#checkout.card-loading', actions: ['chooseCard', 'clearFailure'] },
            'package.selected': { target: '#checkout.card-loading', actions: 'choose' },
            'checkout.canceled': { target: 'closed', actions: 'clearFailure' },
          },
        },
        unresolved: {
          description:
            'Shows the purchase as pending, with its reference, until it is rechecked or set aside.',
          entry: 'clearPackage',
          on: {
            'outcome.rechecked': { target: '#checkout.processing', actions: 'clearFailure' },
            'outcome.acknowledged': { target: 'closed', actions: ['setAside', 'clearFailure'] },
          },
        },
        closed: { description: 'The form is closed.', type: 'final' },
      },
    },
  },
});
