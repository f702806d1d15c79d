import type { EventCaseName, TestPath } from '#tests/model-testing/test-model.ts';
import type { paymentModel } from '#tests/models/machines/payment.ts';

type CaseName = EventCaseName<typeof paymentModel>;
type CaseNames = ReadonlySet<string>;

const afterUncheckedCard: CaseNames = new Set<CaseName>(['cardCheckLimit has passed']);
const beforeBaseline: CaseNames = new Set<CaseName>([
  'quotePackage answers: the same price',
  'tokenize answers: a token',
]);
const baselineEnds: CaseNames = new Set<CaseName>([
  'readBaseline answers: the store is away',
  'readBaseline fails',
  'baselineLimit has passed',
]);

/**
 * Only a store without keys reads the ledger before a payment, and its paths end there. The store doesn't know the saved card, so its
 * paths end before the payment.
 */
export const isPaymentFeasible = ({ start, steps }: TestPath): boolean => {
  if (start === 'an unchecked card is paid with')
    return steps.every(({ eventCase: { name } }) => afterUncheckedCard.has(name));
  if (start === 'a saved card is paid with') return steps.every(({ before }) => before.matches('pricing'));
  const hasKeys = start !== 'a valid card is paid with at a store without keys';
  return steps.every(({ before, eventCase: { name } }) => {
    const endsBaseline =
      baselineEnds.has(name) || (name === 'the page is left' && before.value === 'baselining');
    return hasKeys ? !endsBaseline : endsBaseline || beforeBaseline.has(name);
  });
};
