import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import { checkoutModel } from '#tests/models/machines/checkout.ts';
import { checkoutEmittedEventAssertions, checkoutStateAssertions } from './checkout.assertions.ts';
import { checkoutExecutors, checkoutExemptions } from './checkout.executors.ts';
import { cardsFor, testDataOf } from './checkout.test-data.ts';
import type { ScreenSut } from './driver.ts';
import { assertTrueAccount, openTerms } from './purchase.actions.ts';

type CaseName = EventCaseName<typeof checkoutModel>;
type CaseNames = ReadonlySet<string>;

/** Event cases that change the offer for the rest of a path. */
const offerChanges: CaseNames = new Set<CaseName>([
  'payment answers: another price',
  'payment answers: withdrawn before it was sent',
  'quotePackage answers: another price',
  'quotePackage answers: withdrawn',
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
const submit: CaseName = 'the payment is submitted';
const noGateway: CaseName = 'payment answers: no gateway';
const tokensGivenUp: CaseNames = new Set<CaseName>(['payment answers: no token in time']);
const purchaseElsewhere: CaseName = 'another tab is buying';
const purchaseEndsElsewhere: CaseNames = new Set<CaseName>([
  'another tab has bought',
  'another tab closes during a purchase',
]);

const lost: CaseName = 'the card fields are lost';
const lateList: CaseName = 'listCards answers: two cards';
const asksToSave: CaseName = 'the customer asks to save the card';

const isAfter = (names: readonly string[], first: CaseNames, then: CaseNames): boolean => {
  const at = names.findIndex((name) => first.has(name));
  return at >= 0 && names.slice(at + 1).some((name) => then.has(name));
};

/** Returns whether a path's lists of cards are possible: the page shows a cached list immediately. */
const areCardsFeasible = ({ steps }: TestPath): boolean => {
  let known: string | null = null;
  return steps.every(({ eventCase: { name }, before, emitted }) => {
    const answered: string | null = name.startsWith('listCards answers:') ? name : null;
    const isListing = before.matches({ 'card-loading': 'listing' });
    const isFeasible: boolean =
      (!isListing || known === null || known === answered) &&
      (name !== lost || known === null) &&
      (name !== asksToSave || known !== null);
    if (answered !== null) known = answered;
    if (name === lost) known = lateList;
    if (emitted.some(({ type }) => type === 'cards.outdated')) known = null;
    return isFeasible;
  });
};

/**
 * Returns whether the app can follow a path. A loaded script never loads again. The next payment would get an
 * abandoned token that arrives late. Without a gateway, a payment ends immediately.
 * A tab ends only purchases that it started.
 */
const isCheckoutFeasible = (path: TestPath): boolean => {
  const names = caseNamesOf(path);
  if (!areCardsFeasible(path)) return false;
  if (isAfter(names, offerChanges, needsOffer)) return false;
  if (isAfter(names, scriptLoads, scriptFailures)) return false;
  if (isAfter(names, tokensGivenUp, new Set([submit]))) return false;
  if (names.some((name, index) => name === noGateway && names[index - 1] !== submit)) return false;
  const ofTabs = names.filter((name) => name === purchaseElsewhere || purchaseEndsElsewhere.has(name));
  return ofTabs.every(
    (name, index) => !purchaseEndsElsewhere.has(name) || ofTabs[index - 1] === purchaseElsewhere,
  );
};

export const checkoutSut: ScreenSut<typeof checkoutModel> = {
  model: checkoutModel,
  create: {
    async 'the dashboard is opened'(driver, path) {
      testDataOf(driver).cards = cardsFor(path);
      await openTerms(driver);
    },
  },
  events: checkoutExecutors,
  states: checkoutStateAssertions,
  emitted: checkoutEmittedEventAssertions,
  assertAtEnd: assertTrueAccount,
  exempt: checkoutExemptions,
  isFeasible: isCheckoutFeasible,
};
