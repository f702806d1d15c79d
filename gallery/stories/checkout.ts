import type { checkoutMachine } from '#machines/purchase/checkout.ts';
import type {
  CardField,
  CheckoutEvent,
  CheckoutFailureName,
  PaymentResult,
} from '#machines/purchase/checkout.types.ts';
import type { paymentMachine } from '#machines/purchase/payment.ts';
import { type CheckoutSetup, never, resolves } from '../harness/actors.ts';
import {
  attempt,
  billing,
  failing,
  pending,
  plus,
  productsOnOffer,
  purchase,
  savedCards,
} from '../harness/fixtures.ts';
import { dashboard, type StoriesOf, type Story } from './story.ts';

const choose: CheckoutEvent = { type: 'package.selected', product: plus };
const check = (field: CardField, message = ''): CheckoutEvent => ({
  type: 'card-field.checked',
  field,
  valid: message === '',
  message,
});
const typeCard = [check('number'), check('expiry'), check('code')];
const submit: CheckoutEvent = { type: 'payment.submitted', billing };
const pay = [choose, ...typeCard, submit];
const inOtherTab: CheckoutEvent = { type: 'attempts.seen', otherTabAttempts: [attempt] };

const setAside: CheckoutEvent = { type: 'attempts.set-aside', attempts: [attempt] };

const returnUrl = 'https://shop.example.com/orders/17';

const refused = (name: CheckoutFailureName, message = '') =>
  ({ outcome: 'refused', failure: { name, message } }) as const;
const declined: PaymentResult = {
  outcome: 'declined',
  failure: { name: 'declined', message: 'Your card was declined.' },
};

const buying = (checkout: CheckoutSetup): Story => dashboard({ checkout });
const withCards = ({ actors, ...checkout }: CheckoutSetup, story: Partial<Story> = {}): Story =>
  dashboard({
    checkout: { actors: { listCards: resolves(savedCards.map(({ id }) => id)), ...actors }, ...checkout },
    cards: { list: async () => savedCards },
    ...story,
  });
const offering = (count: number): Story =>
  dashboard({ store: { products: async () => productsOnOffer(count) } });
const paying = (reply: PaymentResult): Story => buying({ payment: { pay: resolves(reply) }, events: pay });

export const checkoutStories: StoriesOf<typeof checkoutMachine> = {
  'idle.resuming': { story: buying({ actors: { recallAttempt: never() } }) },
  'idle.choosing': {
    story: dashboard(),
    variants: {
      'package-withdrawn': buying({
        payment: { quotePackage: resolves(refused('package-withdrawn')) },
        events: pay,
      }),
      'bought-elsewhere': buying({ events: [inOtherTab] }),
      'set-aside': buying({ events: [setAside] }),
      'packages-loading': dashboard({ store: { products: pending } }),
      'packages-unreadable': dashboard({
        store: { products: failing },
      }),
      'no-packages': offering(0),
      'one-package': offering(1),
      'way-back': dashboard({ returnUrl }),
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
  'idle.resumed': {
    sameAs: 'confirming.asking',
    machine: 'payment',
    reason: 'A payment checks the attempt at once.',
  },
  'card-loading.opening': { sameAs: 'card-loading.mounting', reason: 'The same status is shown.' },
  'card-loading.listing': { story: buying({ actors: { listCards: never() }, events: [choose] }) },
  'card-loading.mounting': { story: buying({ actors: { mountCardFields: never() }, events: [choose] }) },
  ready: {
    story: buying({ events: [choose] }),
    variants: {
      'saved-cards': withCards({ events: [choose] }),
      repeat: withCards({ events: [choose] }, { lastAddress: billing }),
      'repeat-opened': withCards({ events: [choose] }, { lastAddress: billing, presses: ['Edit', 'Edit'] }),
      'address-refused': withCards({ events: [choose] }, { lastAddress: { ...billing, zip: '787' } }),
      'set-aside': buying({ events: [setAside, choose] }),
      offline: dashboard({ checkout: { events: [choose, ...typeCard] }, offline: true }),
      'another-card': withCards({ events: [choose, { type: 'card.chosen', cardId: null }] }),
      'card-valid': buying({ events: [choose, ...typeCard] }),
      'card-invalid': buying({
        events: [choose, check('number', 'Invalid card number'), check('expiry'), check('code')],
      }),
      'bought-elsewhere': buying({ events: [choose, inOtherTab] }),
      'token-refused': paying(refused('token-refused')),
      'price-changed': buying({
        payment: {
          quotePackage: resolves({ outcome: 'changed', product: { ...plus, price_cents: 1_200 } }),
        },
        events: pay,
      }),
    },
  },
  processing: { sameAs: 'charging', machine: 'payment', reason: 'The payment says how far it is.' },
  success: {
    story: paying({ outcome: 'approved', purchase }),
    variants: { 'way-back': { ...paying({ outcome: 'approved', purchase }), returnUrl } },
  },
  'error.failed': { sameAs: 'error.correctable', reason: 'It is left at once.' },
  'error.correctable': {
    story: paying(declined),
    variants: {
      'sign-in-required': withCards({
        payment: { pay: resolves(refused('sign-in-required')) },
        events: [choose, submit],
      }),
      'saved-card-declined': withCards({
        payment: { pay: resolves(declined) },
        events: [choose, submit],
      }),
      'rate-limited': paying(refused('rate-limited', 'Too many attempts. Please wait a minute.')),
      'card-incomplete': buying({
        payment: { tokenize: resolves(refused('card-incomplete')) },
        events: [choose, check('number'), check('expiry'), check('code', 'Field is empty'), submit],
      }),
      'token-missing': buying({ payment: { tokenize: resolves(refused('token-missing')) }, events: pay }),
      'ledger-unreadable': buying({
        payment: { readBaseline: resolves(refused('ledger-unreadable')) },
        events: pay,
      }),
      unreachable: buying({ payment: { quotePackage: resolves(refused('unreachable')) }, events: pay }),
    },
  },
  'error.requoting': { story: paying(refused('price-changed')) },
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
    variants: { dismissing: { ...paying(refused('unresolved')), presses: ['Dismiss'] } },
  },
  'error.closed': { sameAs: 'idle.choosing', reason: 'The packages are on offer again at once.' },
};

export const paymentStories: StoriesOf<typeof paymentMachine> = {
  starting: { sameAs: 'preparing.quoting', reason: 'It is left at once.' },
  pricing: { story: withCards({ payment: { quotePackage: never() }, events: [choose, submit] }) },
  'preparing.quoting': {
    story: buying({ payment: { quotePackage: never(), tokenize: never() }, events: pay }),
    variants: { tokenized: buying({ payment: { quotePackage: never() }, events: pay }) },
  },
  'preparing.tokenizing': { story: buying({ payment: { tokenize: never() }, events: pay }) },
  baselining: { story: buying({ payment: { readBaseline: never() }, events: pay }) },
  recording: { story: buying({ payment: { keepAttempt: never() }, events: pay }) },
  charging: { story: buying({ events: pay }) },
  'confirming.asking': {
    story: paying({ outcome: 'unknown' }),
    variants: { 'of-an-earlier-visit': buying({ actors: { recallAttempt: resolves(attempt) } }) },
  },
  'confirming.pausing': {
    story: buying({
      payment: { pay: resolves({ outcome: 'unknown' }), askOutcome: resolves({ outcome: 'unknown' }) },
      events: pay,
    }),
  },
  approved: { sameAs: 'success', machine: 'checkout', reason: 'The checkout shows the new credits.' },
  refused: { sameAs: 'error.correctable', machine: 'checkout', reason: 'The checkout says why.' },
  unknown: {
    sameAs: 'error.unresolved',
    machine: 'checkout',
    reason: 'The checkout shows the purchase as pending.',
  },
};
