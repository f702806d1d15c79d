import { randomUUID } from 'node:crypto';
import type { PurchaseAttempt } from '#machines/checkout.types.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { testCards } from '#tests/browser/screens/checkout.ts';
import type { checkoutModel } from '#tests/models/machines/checkout.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import { caseNamesOf, type TestPath } from '#tests/models/test-path.ts';
import type { Driver } from './driver.ts';

type CaseName = EventCaseName<typeof checkoutModel>;

export interface CheckoutTestData {
  customer: Person;
  customerId: string;
  /** The card for each payment to come. */
  cards: (keyof typeof testCards)[];
  card: keyof typeof testCards;
  hasScript: boolean;
  attempt: PurchaseAttempt | null;
  declined: string;
}

const dataByDriver = new WeakMap<Driver, CheckoutTestData>();

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
