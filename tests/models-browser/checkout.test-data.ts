import { randomUUID } from 'node:crypto';
import type { PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { newPerson } from '#tests/browser/people.ts';
import type { testCards } from '#tests/browser/screens/checkout.ts';
import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import type { checkoutModel } from '#tests/models/machines/checkout.ts';
import type { paymentModel } from '#tests/models/machines/payment.ts';
import { card } from '#tests/top-ups.ts';
import { perDriver } from './driver.ts';

type CaseName = EventCaseName<typeof checkoutModel> | EventCaseName<typeof paymentModel>;

const createTestData = () => ({
  customer: newPerson(),
  customerId: '',
  /** Cards for the next payments, in order. */
  cards: [] as (keyof typeof testCards)[],
  card: 'approved' as keyof typeof testCards,
  hasScript: false,
  /** Whether the page has cached the list of saved cards. */
  hasList: false,
  attempt: null as PurchaseAttempt | null,
  declined: '',
  /** Whether the customer left during the payment. */
  hasLeft: false,
});

type CheckoutTestData = ReturnType<typeof createTestData>;

export const testDataOf = perDriver(createTestData);

/** Two saved cards. `second` is not the default card. */
export const first = card;
export const second = { ...card, id: 'second', last4: '4242', is_default: false };

export const newAttempt = ({ customerId }: CheckoutTestData): PurchaseAttempt => ({
  id: randomUUID(),
  customerId,
  productId: 'plus-1200',
  productName: 'Plus',
  amountCents: 1_000,
  baseline: null,
});

const submit: CaseName = 'the payment is submitted';
const declines: ReadonlySet<string> = new Set<CaseName>([
  'payment answers: declined',
  'pay answers: declined',
  'askOutcome answers: declined',
]);

/** Returns the card for each payment of a path. A path with one payment can start after the submit. */
export const cardsFor = (path: TestPath): CheckoutTestData['cards'] => {
  const payments: string[][] = [[]];
  for (const name of caseNamesOf(path))
    if (name === submit) payments.push([]);
    else payments.at(-1)?.push(name);
  const cards = payments.map((names) => (names.some((name) => declines.has(name)) ? 'declined' : 'approved'));
  return cards.length === 1 ? cards : cards.slice(1);
};
