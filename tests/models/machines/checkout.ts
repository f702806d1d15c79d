import { checkoutMachine } from '#machines/checkout.ts';
import type {
  CheckoutEvent,
  CheckoutFailure,
  CheckoutFailureName,
  PurchaseAttempt,
} from '#machines/checkout.types.ts';
import type { PaymentOutput } from '#machines/payment.types.ts';
import { createTestModel } from '#tests/model-testing/test-model.ts';
import { attempt, billing, plus, pro, purchase, refused } from '#tests/purchases.ts';

const checked = (field: 'ccnumber' | 'ccexp' | 'cvv', valid: boolean): CheckoutEvent => ({
  type: 'card-field.checked',
  field,
  valid,
  message: valid ? '' : 'Invalid',
});

const fields = ['ccnumber', 'ccexp', 'cvv'] as const;

const refusal = (failure: CheckoutFailure | null, kept: PurchaseAttempt | null = null): PaymentOutput => ({
  outcome: 'refused',
  attempt: kept,
  failure,
  product: null,
});
const refusedAs = (name: CheckoutFailureName, kept: PurchaseAttempt | null = null): PaymentOutput =>
  refusal({ name, message: 'No.' }, kept);
const unresolved = { name: 'unresolved', message: '' } as const;

const outcomeOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'outcome' in answer ? answer.outcome : undefined;

const attemptOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'attempt' in answer ? answer.attempt : null;

export const checkoutModel = createTestModel({
  name: 'checkout',
  machine: checkoutMachine,
  starts: { 'the dashboard is opened': { customerId: 'u1' } },
  events: {
    'the package Plus is selected': { type: 'package.selected', product: plus },
    'the package Pro is selected': { type: 'package.selected', product: pro },
    'the card number is valid': checked('ccnumber', true),
    'the expiry is valid': checked('ccexp', true),
    'the security code is valid': checked('cvv', true),
    'the security code is not valid': checked('cvv', false),
    'the form is edited': { type: 'form.edited' },
    'the payment is submitted': { type: 'payment.submitted', billing },
    'the checkout is cancelled': { type: 'checkout.cancelled' },
    'the page is left': { type: 'checkout.left' },
    'the card fields are lost': { type: 'card-fields.lost' },
    'the card fields are retried': { type: 'card-fields.retried' },
    'the success is dismissed': { type: 'success.dismissed' },
    'the outcome is asked for again': { type: 'outcome.rechecked' },
    'the open outcome is acknowledged': { type: 'outcome.acknowledged' },
    'another tab is buying': { type: 'attempts.seen', otherTabAttempts: [attempt] },
    'another tab has bought': { type: 'attempt.ended' },
    'another tab ends in mid-purchase': { type: 'attempt.abandoned', attempt },
  },
  outcomes: {
    recallAttempt: { 'no attempt is open': null, 'an attempt is open': attempt },
    mountCardFields: { mounted: { outcome: 'mounted' }, 'no script': refused('system-not-ready') },
    payment: {
      approved: { outcome: 'approved', attempt, purchase },
      'no answer in time': { outcome: 'unknown', attempt, failure: unresolved },
      'no answer, and the waiting was stopped': { outcome: 'unknown', attempt, failure: null },
      'the page was left': refusal(null),
      'another price': {
        ...refusedAs('price-changed'),
        product: { ...plus, price_cents: 1_100 },
      },
      'another price than was sent': refusedAs('price-changed', attempt),
      'withdrawn before it was sent': refusedAs('package-withdrawn'),
      withdrawn: refusedAs('package-withdrawn', attempt),
      'no gateway': refusedAs('system-not-ready'),
      'no token in time': refusedAs('token-timeout'),
      'a spent token': refusedAs('token-refused', attempt),
      'a card that is not complete': refusedAs('card-incomplete'),
      'the store is away': refusedAs('unreachable'),
      declined: refusedAs('declined', attempt),
    },
    quotePackage: {
      'another price': { outcome: 'changed', product: { ...plus, price_cents: 1_100 } },
      withdrawn: refused('package-withdrawn'),
    },
  },
  when: ({ name }, { context: { product, attempt: kept } }) =>
    name !== 'payment answers: the page was left' || (product === null && kept === null),
  secrets: [],
  serializeState: ({ context: { product, attempt: kept, failure } }) =>
    [product?.id, kept !== null, failure?.name === 'token-timeout'].join(),
  formatSnapshot: ({
    context: { product, cardFields, attempt: kept, purchase: bought, failure, otherTabAttempts },
  }) => [
    ...(product === null ? [] : [`${product.id} ${product.price_cents}`]),
    ...fields.filter((field) => cardFields[field].valid),
    ...(kept === null ? [] : ['attempt']),
    ...(bought === null ? [] : ['purchase']),
    ...(failure === null ? [] : [failure.name]),
    ...otherTabAttempts.map(() => 'elsewhere'),
  ],
  invariant: {
    'success is shown only after an approval': ({ before, after, answer }) =>
      before.matches('success') || !after.matches('success') || outcomeOf(answer) === 'approved',
    'an approval is always a success': ({ after, answer }) =>
      outcomeOf(answer) !== 'approved' || (after.matches('success') && after.context.purchase !== null),
    'credits are announced exactly with a success': ({ before, after, emitted }) =>
      emitted.some(({ type }) => type === 'purchased') ===
      (after.matches('success') && !before.matches('success')),
    'an unknown outcome is never reported as a failed purchase': ({ after, answer }) =>
      outcomeOf(answer) !== 'unknown' ||
      (after.matches({ error: 'unresolved' }) && after.context.attempt === attemptOf(answer)),
    'an attempt is settled exactly when its outcome is known or acknowledged': ({
      eventCase,
      before,
      emitted,
      answer,
    }) => {
      const isKnown = outcomeOf(answer) === 'approved' || outcomeOf(answer) === 'refused';
      return (
        emitted.some(({ type }) => type === 'attempt.settled') ===
        ((isKnown && attemptOf(answer) !== null) ||
          (eventCase.event.type === 'outcome.acknowledged' && before.matches({ error: 'unresolved' })))
      );
    },
    'an attempt is kept only while its outcome is unknown': ({ after }) =>
      after.context.attempt === null || after.matches('processing') || after.matches({ error: 'unresolved' }),
    'one payment runs exactly while the checkout processes': ({ after }) =>
      after.matches('processing') === (after.children.payment !== undefined),
    'what is being paid takes no second submit and no other package': ({
      before,
      eventCase,
      after,
      emitted,
    }) =>
      !before.hasTag('busy') ||
      !['payment.submitted', 'package.selected', 'checkout.cancelled'].includes(eventCase.event.type) ||
      (emitted.length === 0 &&
        after.context === before.context &&
        JSON.stringify(after.value) === JSON.stringify(before.value)),
    'an open attempt keeps other purchases away': ({ before, after }) =>
      !before.matches({ error: 'unresolved' }) || !after.matches('card-loading'),
  },
});
