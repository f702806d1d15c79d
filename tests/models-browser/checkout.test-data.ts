import { randomUUID } from 'node:crypto';
import type { PurchaseAttempt } from '#machines/checkout.types.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { testCards } from '#tests/browser/screens/checkout.ts';
import type { checkoutModel } from '#tests/models/machines/checkout.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import { caseNamesOf, type TestPath } from '#tests/models/test-path.ts';
import type { Driver } from './driver.ts';

type CaseName = EventCaseName<typeof checkoutModel>;

/** What has to be known of a path's purchases beside their state. */
export interface CheckoutTestData {
  customer: Person;
  customerId: string;
  /** The card of each payment to come, by what the path needs of it. */
  cards: (keyof typeof testCards)[];
  /** The card in the form. */
  card: keyof typeof testCards;
  /** Whether the gateway's script is in the page. */
  hasScript: boolean;
  /** What another tab, or an earlier visit, is at work on. */
  attempt: PurchaseAttempt | null;
  /** What the store says of a card that it did not charge. */
  declined: string;
}

const dataByDriver = new WeakMap<Driver, CheckoutTestData>();

/** The test data of this path. */
export const testDataOf = (driver: Driver): CheckoutTestData => {
  const known = dataByDriver.get(driver) ?? {
    customer: newPerson(),
    customerId: '',
    cards: [],
    card: 'approved',
    hasScript: false,
    attempt: null,
    declined: '',
  };
  dataByDriver.set(driver, known);
  return known;
};

/** An attempt of this customer that the store has never heard of. */
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
  'pay answers: declined',
  'askOutcome answers: declined',
]);

/** The card of each payment of a path: one that is declined wherever that is what comes of it. */
export const cardsFor = (path: TestPath): CheckoutTestData['cards'] => {
  const names = caseNamesOf(path);
  return names.flatMap((name, index) => {
    if (name !== submit) return [];
    const later = names.slice(index + 1);
    const next = later.indexOf(submit);
    const own = next < 0 ? later : later.slice(0, next);
    return [own.some((outcome) => declines.has(outcome)) ? 'declined' : 'approved'];
  });
};
