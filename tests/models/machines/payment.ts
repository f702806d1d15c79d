import { paymentMachine } from '#machines/purchase/payment.ts';
import { createTestModel, outcomeOf, type StartedInvocation } from '#tests/model-testing/test-model.ts';
import {
  approved,
  attempt,
  billing,
  checked,
  declined,
  plus,
  refused,
  uncheckedCard,
  validCard,
} from '#tests/purchases.ts';

const fields = ['number', 'expiry', 'code'] as const;
const token = 'tok-1';
const payment = { customerId: 'u1', product: plus, billing, cardId: null, saveCard: true, attempt: null };

const charges = {
  approved,
  'no response': { outcome: 'unknown' },
  'another price': refused('price-changed'),
  'a key of another request': refused('unresolved'),
  'a spent token': refused('token-refused'),
  withdrawn: refused('package-withdrawn'),
  declined,
};

const attemptsOf = (started: readonly StartedInvocation[], invocation: string): unknown[] =>
  started.flatMap(({ id, input }) =>
    id === invocation && typeof input === 'object' && input !== null && 'attempt' in input
      ? [input.attempt]
      : [],
  );

export const paymentModel = createTestModel({
  name: 'payment',
  machine: paymentMachine,
  starts: {
    'a valid card is paid with': { ...payment, cardFields: validCard },
    'a valid card is paid with at a store without keys': { ...payment, cardFields: validCard },
    'an unchecked card is paid with': { ...payment, cardFields: uncheckedCard },
    'a saved card is paid with': { ...payment, cardFields: uncheckedCard, cardId: 'card-1', saveCard: false },
    'an earlier attempt is checked': {
      ...payment,
      product: null,
      cardFields: uncheckedCard,
      billing: null,
      saveCard: false,
      attempt,
    },
  },
  events: {
    'the card number is valid': checked('number', true),
    'the expiry is valid': checked('expiry', true),
    'the security code is valid': checked('code', true),
    'the security code is not valid': checked('code', false),
    'the page is left': { type: 'checkout.left' },
    'the customer stops waiting': { type: 'confirmation.stopped' },
  },
  outcomes: {
    quotePackage: {
      'the same price': { outcome: 'unchanged' },
      'another price': { outcome: 'changed', product: { ...plus, price_cents: 1_100 } },
      withdrawn: refused('package-withdrawn'),
      'the store is unavailable': refused('unreachable'),
    },
    tokenize: {
      'an incomplete card': refused('card-incomplete'),
      'a token': { outcome: 'tokenized', paymentToken: { reveal: () => token } },
      'no gateway': refused('system-not-ready'),
      'no token': refused('token-missing'),
      'no token in time': refused('token-timeout'),
    },
    readBaseline: {
      noted: { outcome: 'noted', baseline: ['t0'] },
      'the store is unavailable': refused('ledger-unreadable'),
    },
    keepAttempt: { kept: attempt },
    pay: charges,
    askOutcome: charges,
  },
  /** Returns false if a card would be tokenized again. */
  when: (eventCase, { context: { paymentToken } }) =>
    !('invocation' in eventCase && eventCase.invocation === 'tokenize') || paymentToken === null,
  secrets: [token],
  serializeState: ({ context: { cardFields, paymentToken } }) =>
    [...fields.filter((field) => cardFields[field].valid), paymentToken !== null].join(),
  formatSnapshot: ({
    context: { cardFields, attempt: kept, billing: address, paymentToken, cardId, baseline, result },
  }) => [
    ...fields.filter((field) => cardFields[field].valid),
    ...(kept === null ? [] : ['attempt']),
    ...(address === null ? [] : ['billing']),
    ...(paymentToken === null ? [] : ['token']),
    ...(cardId === null ? [] : ['saved card']),
    ...(baseline === null ? [] : ['baseline']),
    ...(result === null ? [] : [`ends as ${result.outcome}`]),
    ...(result === null || result.attempt === null ? [] : ['with the attempt']),
    ...(result !== null && 'failure' in result && result.failure !== null ? [result.failure.name] : []),
    ...(result !== null && 'product' in result && result.product !== null
      ? [`at ${result.product.price_cents}`]
      : []),
  ],
  invariant: {
    'an attempt is paid for once': ({ started }) => {
      const attempts = attemptsOf(started, 'pay');
      return new Set(attempts).size === attempts.length;
    },
    'nothing is paid without an attempt that was kept before': ({ after, eventCase, started, answer }) =>
      !after.matches('charging') ||
      (eventCase.kind === 'answer'
        ? attemptsOf(started, 'pay').at(-1) === answer
        : eventCase.kind === 'event'),
    'neither token nor billing outlives a payment': ({ after }) =>
      after.status === 'active' || (after.context.paymentToken === null && after.context.billing === null),
    'an approval is always a success, and nothing else is': ({ before, after, answer }) =>
      before.status !== 'active' ||
      (outcomeOf(answer) === 'approved') ===
        (after.matches('approved') && after.output?.outcome === 'approved'),
    'an unknown outcome is no failure': ({ before, eventCase, after }) => {
      const isOpen =
        eventCase.kind === 'failure'
          ? eventCase.invocation === 'pay' || eventCase.invocation === 'askOutcome'
          : before.matches('charging') && eventCase.kind === 'timer';
      return !isOpen || (after.matches('confirming') && after.context.attempt !== null);
    },
    'a payment that was sent is refused only by an answer': ({ before, after, answer }) =>
      !(before.matches('charging') || before.matches('confirming')) ||
      !after.matches('refused') ||
      outcomeOf(answer) === 'refused' ||
      outcomeOf(answer) === 'declined',
    'only a payment that was sent has an unknown outcome': ({ before, after }) =>
      before.status !== 'active' ||
      !after.matches('unknown') ||
      before.matches('charging') ||
      before.matches('confirming'),
    'a payment that is refused says why, unless the page was left': ({ before, eventCase, after }) =>
      before.status !== 'active' ||
      after.output?.outcome !== 'refused' ||
      (after.output.failure === null) === (eventCase.event.type === 'checkout.left'),
    'a card is tokenized unless it is a saved one': ({ after, started }) =>
      after.context.cardId === null || !started.some(({ id }) => id === 'tokenize'),
    'nothing is sent to the store without a token or a saved card': ({ after }) =>
      !(after.matches('baselining') || after.matches('recording') || after.matches('charging')) ||
      (after.context.paymentToken ?? after.context.cardId) !== null,
  },
});
