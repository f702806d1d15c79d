import { checkoutMachine } from '#machines/checkout.ts';
import type { CheckoutEvent } from '#machines/checkout.types.ts';
import { approved, attempt, billing, declined, plus, pro, refused } from '#tests/purchases.ts';
import { defineTestModel, type StartedInvocation } from '../test-model.ts';

const checked = (field: 'ccnumber' | 'ccexp' | 'cvv', valid: boolean): CheckoutEvent => ({
  type: 'card-field.checked',
  field,
  valid,
  message: valid ? '' : 'Invalid',
});

const fields = ['ccnumber', 'ccexp', 'cvv'] as const;

const outcomeOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'outcome' in answer ? answer.outcome : undefined;

const attemptsOf = (started: readonly StartedInvocation[], invocation: string): unknown[] =>
  started.flatMap(({ id, input }) =>
    id === invocation && typeof input === 'object' && input !== null && 'attempt' in input
      ? [input.attempt]
      : [],
  );

export const checkoutModel = defineTestModel({
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
    'the waiting is stopped': { type: 'confirmation.stopped' },
    'the outcome is asked for again': { type: 'outcome.rechecked' },
    'the open outcome is acknowledged': { type: 'outcome.acknowledged' },
    'another tab is buying': { type: 'attempts.seen', otherTabAttempts: [attempt] },
    'another tab has bought': { type: 'attempt.ended' },
    'another tab ends in mid-purchase': { type: 'attempt.abandoned', attempt },
  },
  outcomes: {
    recallAttempt: { 'no attempt is open': null, 'an attempt is open': attempt },
    mountCardFields: { mounted: { outcome: 'mounted' }, 'no script': refused('system-not-ready') },
    quotePackage: {
      'the same price': { outcome: 'unchanged' },
      'another price': { outcome: 'changed', product: { ...plus, price_cents: 1_100 } },
      withdrawn: refused('package-withdrawn'),
      'the store is away': refused('unreachable'),
    },
    quotePackageAgain: {
      'another price': { outcome: 'changed', product: { ...plus, price_cents: 1_100 } },
      withdrawn: refused('package-withdrawn'),
    },
    tokenise: {
      'a card that is not complete': refused('card-incomplete'),
      'a token': { outcome: 'tokenised', paymentToken: 'tok-1' },
      'no gateway': refused('system-not-ready'),
      'no token': refused('token-missing'),
      'no token in time': refused('token-timeout'),
    },
    readBaseline: {
      noted: { outcome: 'noted', baseline: ['t0'] },
      'the store is away': refused('ledger-unreadable'),
    },
    keepAttempt: { kept: attempt },
    pay: {
      approved: approved,
      'no answer': { outcome: 'unknown' },
      'another price': refused('price-changed'),
      'a key of something else': refused('unresolved'),
      'a spent token': refused('token-refused'),
      withdrawn: refused('package-withdrawn'),
      declined: declined,
    },
    askOutcome: {
      approved: approved,
      'no answer': { outcome: 'unknown' },
      'a key of something else': refused('unresolved'),
      declined: declined,
    },
  },
  serializeContext: ({ context: { product, cardFields, failure } }) =>
    [
      product?.id,
      ...fields.filter((field) => cardFields[field].valid),
      failure?.name === 'token-timeout',
    ].join(),
  describeContext: ({
    context: {
      product,
      cardFields,
      attempt: kept,
      billing: address,
      paymentToken,
      baseline,
      purchase,
      failure,
      otherTabAttempts,
    },
  }) => [
    ...(product === null ? [] : [`${product.id} ${product.price_cents}`]),
    ...fields.filter((field) => cardFields[field].valid),
    ...(kept === null ? [] : ['attempt']),
    ...(address === null ? [] : ['billing']),
    ...(paymentToken === null ? [] : ['token']),
    ...(baseline === null ? [] : ['baseline']),
    ...(purchase === null ? [] : ['purchase']),
    ...(failure === null ? [] : [failure.name]),
    ...otherTabAttempts.map(() => 'elsewhere'),
  ],
  invariants: {
    'an attempt is paid for once': ({ started }) => {
      const attempts = attemptsOf(started, 'pay');
      return new Set(attempts).size === attempts.length;
    },
    'nothing is paid without an attempt that was kept before': ({ after, eventCase, started, answer }) =>
      !after.matches({ processing: 'charging' }) ||
      (eventCase.kind === 'answer'
        ? attemptsOf(started, 'pay').at(-1) === answer
        : eventCase.kind === 'event'),
    'neither token nor billing outlives a payment': ({ after }) =>
      after.matches('processing') || (after.context.paymentToken === null && after.context.billing === null),
    'success is shown only after an approval': ({ before, after, answer }) =>
      before.matches('success') || !after.matches('success') || outcomeOf(answer) === 'approved',
    'an approval is always a success': ({ after, answer }) =>
      outcomeOf(answer) !== 'approved' || (after.matches('success') && after.context.purchase !== null),
    'credits are announced exactly with a success': ({ before, after, emitted }) =>
      emitted.some(({ type }) => type === 'purchased') ===
      (after.matches('success') && !before.matches('success')),
    'an outcome that nobody knows is no failure': ({ before, eventCase, after }) => {
      const isOpen =
        eventCase.kind === 'failure'
          ? eventCase.invocation === 'pay' || eventCase.invocation === 'askOutcome'
          : before.matches({ processing: 'charging' }) && eventCase.kind === 'timer';
      return !isOpen || (after.matches({ processing: 'confirming' }) && after.context.attempt !== null);
    },
    'an attempt is settled only when its outcome is known or acknowledged': ({
      eventCase,
      emitted,
      answer,
    }) =>
      !emitted.some(({ type }) => type === 'attempt.settled') ||
      (outcomeOf(answer) !== undefined && outcomeOf(answer) !== 'unknown') ||
      eventCase.event.type === 'outcome.acknowledged',
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
    'nothing is sent to the store without a token for the card': ({ after }) =>
      !(
        after.matches({ processing: 'baselining' }) ||
        after.matches({ processing: 'recording' }) ||
        after.matches({ processing: 'charging' })
      ) || after.context.paymentToken !== null,
  },
});
