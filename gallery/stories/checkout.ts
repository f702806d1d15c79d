import { fromPromise } from 'xstate';
import type { checkoutMachine } from '#machines/checkout.ts';
import type {
  CardField,
  CheckoutEvent,
  CheckoutFailureName,
  PaymentAnswer,
  QuoteAnswer,
  QuoteRequest,
} from '#machines/checkout.types.ts';
import { type CheckoutSetup, never, resolves } from '../harness/actors.ts';
import { attempt, billing, failing, pending, plus, productsOnOffer, purchase } from '../harness/fixtures.ts';
import { dashboard, type StoriesOf, type Story } from './story.ts';

const choose: CheckoutEvent = { type: 'package.selected', product: plus };
const check = (field: CardField, message = ''): CheckoutEvent => ({
  type: 'card-field.checked',
  field,
  valid: message === '',
  message,
});
const typeCard = [check('ccnumber'), check('ccexp'), check('cvv')];
const submit: CheckoutEvent = { type: 'payment.submitted', billing };
const pay = [choose, ...typeCard, submit];
const inOtherTab: CheckoutEvent = { type: 'attempts.seen', otherTabAttempts: [attempt] };

const refused = (name: CheckoutFailureName, message = '') =>
  ({ outcome: 'refused', failure: { name, message } }) as const;
const declined: PaymentAnswer = {
  outcome: 'declined',
  failure: { name: 'declined', message: 'Your card was declined.' },
};

const buying = (checkout: CheckoutSetup): Story => dashboard({ checkout });
const offering = (count: number): Story =>
  dashboard({ store: { products: async () => productsOnOffer(count) } });
const paying = (reply: PaymentAnswer): Story => buying({ actors: { pay: resolves(reply) }, events: pay });

/** Confirms the first quote. The second, after the store refused the price, never resolves. */
const quotesOnce = fromPromise<QuoteAnswer, QuoteRequest>(async ({ self }) =>
  self.id === 'quotePackageAgain' ? pending() : { outcome: 'unchanged' },
);

export const checkoutStories: StoriesOf<typeof checkoutMachine> = {
  'idle.resuming': { story: buying({ actors: { recallAttempt: never() } }) },
  'idle.choosing': {
    story: dashboard(),
    variants: {
      'package-withdrawn': buying({
        actors: { quotePackage: resolves(refused('package-withdrawn')) },
        events: pay,
      }),
      'bought-elsewhere': buying({ events: [inOtherTab] }),
      'packages-loading': dashboard({ store: { products: pending } }),
      'packages-unreadable': dashboard({
        store: { products: failing },
      }),
      'no-packages': offering(0),
      'one-package': offering(1),
      'two-packages': offering(2),
      'four-packages': offering(4),
      'five-packages': offering(5),
      'six-packages': offering(6),
      'balance-loading': dashboard({ store: { balance: pending } }),
      'balance-unreadable': dashboard({
        store: { balance: failing },
      }),
    },
  },
  'card-loading': {
    story: buying({ actors: { mountCardFields: never() }, events: [choose] }),
  },
  ready: {
    story: buying({ events: [choose] }),
    variants: {
      'card-valid': buying({ events: [choose, ...typeCard] }),
      'card-invalid': buying({
        events: [choose, check('ccnumber', 'Invalid card number'), check('ccexp'), check('cvv')],
      }),
      'bought-elsewhere': buying({ events: [choose, inOtherTab] }),
      'token-refused': paying(refused('token-refused')),
      'price-changed': buying({
        actors: {
          quotePackage: resolves({ outcome: 'changed', product: { ...plus, price_cents: 1_200 } }),
        },
        events: pay,
      }),
    },
  },
  'processing.preparing.price.quoting': {
    story: buying({ actors: { quotePackage: never(), tokenise: never() }, events: pay }),
  },
  'processing.preparing.price.quoted': { story: buying({ actors: { tokenise: never() }, events: pay }) },
  'processing.preparing.card.tokenising': { story: buying({ actors: { tokenise: never() }, events: pay }) },
  'processing.preparing.card.tokenised': {
    story: buying({ actors: { quotePackage: never() }, events: pay }),
  },
  'processing.baselining': { story: buying({ actors: { readBaseline: never() }, events: pay }) },
  'processing.recording': { story: buying({ actors: { keepAttempt: never() }, events: pay }) },
  'processing.charging': { story: buying({ events: pay }) },
  'processing.requoting': {
    story: buying({
      actors: { pay: resolves(refused('price-changed')), quotePackage: quotesOnce },
      events: pay,
    }),
  },
  'processing.confirming.asking': {
    story: paying({ outcome: 'unknown' }),
    variants: { 'of-an-earlier-visit': buying({ actors: { recallAttempt: resolves(attempt) } }) },
  },
  'processing.confirming.pausing': {
    story: buying({
      actors: { pay: resolves({ outcome: 'unknown' }), askOutcome: resolves({ outcome: 'unknown' }) },
      events: pay,
    }),
  },
  success: { story: paying({ outcome: 'approved', purchase }) },
  'error.correctable': {
    story: paying(declined),
    variants: {
      'rate-limited': paying(refused('rate-limited', 'Too many attempts. Please wait a minute.')),
      'card-incomplete': buying({
        actors: { tokenise: resolves(refused('card-incomplete')) },
        events: [choose, check('ccnumber'), check('ccexp'), check('cvv', 'Field is empty'), submit],
      }),
      'token-missing': buying({ actors: { tokenise: resolves(refused('token-missing')) }, events: pay }),
      'ledger-unreadable': buying({
        actors: { readBaseline: resolves(refused('ledger-unreadable')) },
        events: pay,
      }),
      unreachable: buying({ actors: { quotePackage: resolves(refused('unreachable')) }, events: pay }),
    },
  },
  'error.unmounted': {
    story: buying({ actors: { mountCardFields: resolves(refused('form-unavailable')) }, events: [choose] }),
    variants: {
      'no-script': buying({
        actors: { mountCardFields: resolves(refused('system-not-ready')) },
        events: [choose],
      }),
    },
  },
  'error.unresolved': {
    story: paying(refused('unresolved')),
  },
};
