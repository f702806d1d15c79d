import type { checkoutModel } from '#tests/models/machines/checkout.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import { caseNamesOf, type TestPath } from '#tests/models/test-path.ts';

type CaseName = EventCaseName<typeof checkoutModel>;
type CaseNames = ReadonlySet<string>;

/** These change the offer for the rest of a path. */
const offerChanges: CaseNames = new Set<CaseName>([
  'quotePackage answers: another price',
  'quotePackage answers: withdrawn',
  'quotePackageAgain answers: another price',
  'quotePackageAgain answers: withdrawn',
]);
const needsOffer: CaseNames = new Set<CaseName>([
  'the package Plus is selected',
  'the package Pro is selected',
  'the payment is submitted',
]);
const scriptLoads: CaseNames = new Set<CaseName>([
  'mountCardFields answers: mounted',
  'mountCardFields fails',
  'cardFieldsLimit has passed',
]);
const scriptFailures: CaseNames = new Set<CaseName>(['mountCardFields answers: no script']);
const tokensGivenUp: CaseNames = new Set<CaseName>([
  'tokenise answers: no token in time',
  'tokenLimit has passed',
]);
const tokenAnswers: CaseNames = new Set<CaseName>([
  'tokenise answers: a token',
  'tokenise answers: no token',
  'tokenise fails',
]);
const purchaseElsewhere: CaseName = 'another tab is buying';
const purchaseEndsElsewhere: CaseNames = new Set<CaseName>([
  'another tab has bought',
  'another tab ends in mid-purchase',
]);

const isAfter = (names: readonly string[], first: CaseNames, then: CaseNames): boolean => {
  const at = names.findIndex((name) => first.has(name));
  return at >= 0 && names.slice(at + 1).some((name) => then.has(name));
};

/**
 * A loaded script never loads again. An abandoned token may still arrive, and the next payment would take it.
 * A tab ends only purchases that it began.
 */
export const isCheckoutFeasible = (path: TestPath): boolean => {
  const names = caseNamesOf(path);
  if (isAfter(names, offerChanges, needsOffer)) return false;
  if (isAfter(names, scriptLoads, scriptFailures)) return false;
  if (isAfter(names, tokensGivenUp, tokenAnswers)) return false;
  const ofTabs = names.filter((name) => name === purchaseElsewhere || purchaseEndsElsewhere.has(name));
  return ofTabs.every(
    (name, index) => !purchaseEndsElsewhere.has(name) || ofTabs[index - 1] === purchaseElsewhere,
  );
};
