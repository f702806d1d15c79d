import type { CheckoutSnapshot } from '#machines/purchase/checkout.selectors.ts';
import { checkoutMachine } from '#machines/purchase/checkout.ts';
import type {
  CheckoutContext,
  CheckoutFailure,
  CheckoutFailureName,
  PurchaseAttempt,
} from '#machines/purchase/checkout.types.ts';
import type { PaymentOutput } from '#machines/purchase/payment.types.ts';
import { createTestModel, isIgnored, outcomeOf, partOf } from '#tests/model-testing/test-model.ts';
import { attempt, billing, checked, plus, pro, purchase, refused } from '#tests/purchases.ts';

const fields = ['number', 'expiry', 'code'] as const;

const refusal = (failure: CheckoutFailure | null, kept: PurchaseAttempt | null = null): PaymentOutput => ({
  outcome: 'refused',
  attempt: kept,
  failure,
  product: null,
});
const refusedAs = (name: CheckoutFailureName, kept: PurchaseAttempt | null = null): PaymentOutput =>
  refusal({ name, message: 'No.' }, kept);
const unresolved = { name: 'unresolved', message: '' } as const;

const isCardRefused = (answer: unknown): boolean =>
  partOf(partOf(answer, 'failure'), 'name') === 'card-refused';

const isSaved = ({ context: { choice } }: { readonly context: CheckoutContext }): boolean =>
  choice !== null && choice.cardId !== null;

const earlier: PurchaseAttempt = { ...attempt, id: `${attempt.id} of an earlier visit` };

const isListed = ({ setAside }: CheckoutContext, { id }: PurchaseAttempt): boolean =>
  setAside.some((listed) => listed.id === id);

/** The notice of a declined card offers empty fields for another one. */
const isDeclined = (snapshot: CheckoutSnapshot): boolean =>
  snapshot.matches({ error: 'correctable' }) &&
  snapshot.context.failure?.name === 'declined' &&
  !isSaved(snapshot);

export const checkoutModel = createTestModel({
  name: 'checkout',
  machine: checkoutMachine,
  starts: { 'the dashboard is opened': { customerId: 'u1' } },
  events: {
    'the package Plus is selected': { type: 'package.selected', product: plus },
    'the package Pro is selected': { type: 'package.selected', product: pro },
    'the card number is valid': checked('number', true),
    'the expiry is valid': checked('expiry', true),
    'the security code is valid': checked('code', true),
    'the security code is not valid': checked('code', false),
    'the second saved card is chosen': { type: 'card.chosen', cardId: 'second' },
    'another card is chosen': { type: 'card.chosen', cardId: null },
    'the customer asks to save the card': { type: 'saving.chosen', saveCard: true },
    'the form is edited': { type: 'form.edited' },
    'the payment is submitted': { type: 'payment.submitted', billing },
    'the checkout is canceled': { type: 'checkout.canceled' },
    'the page is left': { type: 'checkout.left' },
    'the customer is back at the page': { type: 'checkout.returned' },
    'the card fields are lost': { type: 'card-fields.lost' },
    'the card fields are retried': { type: 'card-fields.retried' },
    'the success is dismissed': { type: 'success.dismissed' },
    'the outcome is checked again': { type: 'outcome.rechecked' },
    'the open outcome is acknowledged': { type: 'outcome.acknowledged' },
    'an earlier payment was set aside': { type: 'attempts.set-aside', attempts: [earlier] },
    'the payment that was set aside is asked for again': { type: 'attempt.rechecked', attempt: earlier },
    'another tab is buying': { type: 'attempts.seen', otherTabAttempts: [attempt] },
    'another tab has bought': { type: 'attempt.ended' },
    'another tab closes during a purchase': { type: 'attempt.abandoned', attempt },
  },
  outcomes: {
    recallAttempt: { 'no attempt is open': null, 'an attempt is open': attempt },
    loadPurchase: { loaded: null },
    listCards: { 'no cards': [], 'two cards': ['first', 'second'] },
    mountCardFields: { mounted: { outcome: 'mounted' }, 'no script': refused('system-not-ready') },
    payment: {
      approved: { outcome: 'approved', attempt, purchase },
      'no response in time': { outcome: 'unknown', attempt, failure: unresolved },
      'the customer stopped waiting': { outcome: 'unknown', attempt, failure: null },
      'the page was left': refusal(null),
      'another price': { ...refusedAs('price-changed'), product: { ...plus, price_cents: 1_100 } },
      'another price than was sent': refusedAs('price-changed', attempt),
      'withdrawn before it was sent': refusedAs('package-withdrawn'),
      withdrawn: refusedAs('package-withdrawn', attempt),
      'no gateway': refusedAs('system-not-ready'),
      'no token in time': refusedAs('token-timeout'),
      'a spent token': refusedAs('token-refused', attempt),
      'a sign-in that is too old': refusedAs('sign-in-required', attempt),
      'a refused saved card': refusedAs('card-refused', attempt),
      'an incomplete card': refusedAs('card-incomplete'),
      'the store is unavailable': refusedAs('unreachable'),
      declined: refusedAs('declined', attempt),
    },
    quotePackage: {
      'another price': { outcome: 'changed', product: { ...plus, price_cents: 1_100 } },
      withdrawn: refused('package-withdrawn'),
    },
  },
  when({ name }, before) {
    const { product, attempt: kept, cardIds, choice, saveCard, setAside } = before.context;
    switch (name) {
      case 'payment answers: the page was left':
        return product === null && kept === null;
      case 'payment answers: a sign-in that is too old':
      case 'payment answers: a refused saved card':
        return isSaved(before);
      case 'the second saved card is chosen':
        return cardIds.includes('second') && choice?.cardId !== 'second';
      case 'another card is chosen':
        return isDeclined(before) || (cardIds.length > 0 && choice?.cardId !== null);
      case 'an earlier payment was set aside':
        return kept === null && setAside.length === 0;
      case 'the payment that was set aside is asked for again':
        return setAside.length > 0;
      case 'the customer asks to save the card':
        return product !== null && !saveCard && !isSaved(before);
      default:
        return true;
    }
  },
  secrets: [],
  serializeState: ({ context, context: { product, attempt: kept, failure, choice } }) =>
    [product?.id, kept !== null, failure?.name === 'token-timeout', choice && isSaved({ context })].join(),
  formatSnapshot: ({
    context: { product, cardFields, attempt: kept, purchase: bought, failure, ...card },
  }) => [
    ...(product === null ? [] : [`${product.id} ${product.price_cents}`]),
    ...fields.filter((field) => cardFields[field].valid),
    ...(card.cardIds.length === 0 ? [] : [`${card.cardIds.length} cards`]),
    ...(card.choice === null ? [] : [`pays with ${card.choice.cardId ?? 'another'}`]),
    ...(card.saveCard ? ['saving'] : []),
    ...(kept === null ? [] : ['attempt']),
    ...(bought === null ? [] : ['purchase']),
    ...(failure === null ? [] : [failure.name]),
    ...card.setAside.map(() => 'set aside'),
    ...card.otherTabAttempts.map(() => 'elsewhere'),
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
      (after.matches({ error: 'unresolved' }) && after.context.attempt === partOf(answer, 'attempt')),
    'only a known outcome settles an attempt': ({ emitted, answer }) => {
      const isKnown = outcomeOf(answer) === 'approved' || outcomeOf(answer) === 'refused';
      return (
        emitted.some(({ type }) => type === 'attempt.settled') ===
        (isKnown && (partOf(answer, 'attempt') ?? null) !== null)
      );
    },
    'an unknown outcome that is acknowledged stays listed': ({ eventCase, before, after, emitted }) =>
      emitted.some(({ type }) => type === 'attempt.set-aside') ===
        (eventCase.event.type === 'outcome.acknowledged' && before.matches({ error: 'unresolved' })) &&
      emitted.every(({ type }) => type !== 'attempt.set-aside' || isListed(after.context, attempt)),
    'an attempt that is asked for again is not listed': ({ before, eventCase, after: { context } }) =>
      eventCase.event.type !== 'attempt.rechecked' ||
      !before.matches({ idle: 'choosing' }) ||
      !isListed(context, earlier),
    'an attempt is kept only while its outcome is unknown': ({ after }) =>
      after.context.attempt === null || after.matches('processing') || after.matches({ error: 'unresolved' }),
    'one payment runs exactly while the checkout processes': ({ after }) =>
      after.matches('processing') === (after.children.payment !== undefined),
    'what is being paid takes no second submit and no other package': ({ before, eventCase, ...step }) =>
      !before.hasTag('busy') ||
      !['payment.submitted', 'package.selected', 'checkout.canceled'].includes(eventCase.event.type) ||
      isIgnored({ before, ...step }),
    'a saved card needs no fields of the gateway': ({ after }) =>
      !after.matches({ 'card-loading': 'mounting' }) || !isSaved(after),
    'a closed form leaves no choice of a card': ({ after: { context, ...after } }) =>
      !after.matches({ idle: 'choosing' }) || (context.choice === null && !context.saveCard),
    'a refused saved card gives way to another one': ({ before, after, answer }) =>
      !isCardRefused(answer) ||
      before.context.product === null ||
      (after.matches('card-loading') && after.context.choice?.cardId !== before.context.choice?.cardId),
    'the saved cards are outdated exactly if one was refused or added': ({ before, answer, emitted }) =>
      emitted.some(({ type }) => type === 'cards.outdated') ===
      (isCardRefused(answer) ||
        (outcomeOf(answer) === 'approved' && before.context.saveCard && !isSaved(before))),
    'a list that is late replaces no fields': ({ before, eventCase, after }) =>
      !before.matches({ 'card-loading': 'listing' }) ||
      eventCase.event.type !== 'xstate.after.listLimit.checkout.card-loading.listing' ||
      after.context.choice?.cardId === null,
    'an open attempt keeps other purchases away': ({ before, after }) =>
      !before.matches({ error: 'unresolved' }) || !after.matches('card-loading'),
  },
});
