import type { SavedCard } from '#contract/cards.ts';
import type { Product } from '#contract/products.ts';
import { type TopUp, topUpLimits } from '#contract/top-up.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import { totalCredits } from '#domain/packages.ts';
import type {
  TopUpChange,
  TopUpFailure,
  TopUpFailureName,
  TopUpField,
  TopUpForm,
  TopUpProblem,
} from '#domain/top-up.ts';
import { savedCardName } from './cards.ts';
import { countOf } from './common.ts';
import { type CardAdvice, pauseReason } from './top-up-pauses.ts';

type Charge = NonNullable<TopUp['last_charge']>;

const creditsOf = (count: number): string => countOf(formatCount(count), 'credit');

export const topUpTexts = {
  title: 'Automatic top-up',
  lead: 'Buys a package with a saved card when your credits run low.',
  loading: 'Loading your automatic top-up…',
  failed: "We couldn't load your automatic top-up.",
  stale: "We couldn't refresh your automatic top-up. It may be out of date.",
  offline: "You can change automatic top-up once you're back online.",
  unavailable: "Automatic top-up isn't available right now. We won't charge your card automatically.",
  switchName: 'Automatic top-up',
  states: { off: 'Off', on: 'On', paused: 'Paused' } satisfies Record<TopUp['state'], string>,
  /** Shown next to the switch until the settings are saved. */
  notYet: 'Not saved yet',
  saveTurnsOn: 'Automatic top-up turns on when you press Save.',
  noCard: 'Automatic top-up needs a saved card.',
  noCardHint: 'Add one above, or check “Save this card for next time” when you pay.',
  noUsableCard: 'None of your saved cards can be charged automatically. Add another card above.',
  noPackages: 'There are no packages for sale right now.',
  packagesFailed: "We couldn't load the packages.",
  fields: {
    threshold: 'When my balance falls below',
    productId: 'Buy',
    cardId: 'Card',
    limit: 'At most per month',
  } satisfies Record<keyof TopUpForm, string>,
  hints: { threshold: 'Credits', limit: 'US dollars' } satisfies Record<TopUpField, string>,
  option: (name: string, credits: number, cents: number) =>
    `${name}: ${creditsOf(credits)} for ${formatCents(cents)}`,
  save: 'Save',
  turnOff: 'Turn Off',
  done: {
    save: 'Automatic top-up is on. Your settings are saved.',
    'turn-off': "Automatic top-up is off. We won't start new charges.",
  } satisfies Record<TopUpChange, string>,
  month: 'Charged this month',
  monthOf: (cents: number, limit: number | null) =>
    limit === null ? formatCents(cents) : `${formatCents(cents)} of ${formatCents(limit)}`,
  last: 'Last charge',
  charge: ({ amount_cents, credits }: Charge, date: string) =>
    `${formatCents(amount_cents)} for ${creditsOf(credits)}, ${date}`,
  chargeStates: { refunded: 'Refunded', failed: 'Failed', pending: 'Being confirmed' },
  open: ({ amount_cents }: Charge) =>
    `We are waiting for the card processor to confirm a charge of ${formatCents(amount_cents)}. No action is needed.`,
  openAfterTurnOff: ({ amount_cents }: Charge) =>
    `A ${formatCents(amount_cents)} charge was already in progress. If it goes through, you'll get the credits. We won't start another.`,
  /** Shown if the balance is already below the threshold. */
  firstCharge: "We'll make the first charge after you next use credits.",
  toLedger: 'Show in the ledger',
  /** Shown in the dialog that asks whether to remove the card. */
  removalTurnsOff: 'Automatic top-up uses this card. Removing the card turns it off.',
  signInAgain: 'Sign in again',
  reload: 'Reload the page',
  unknownWords:
    'The terms of automatic top-up have changed since this page was loaded. To turn it on or change it, reload the page.',
  /** Shown instead of the consent text until all its values are known. */
  consentLater: 'Fill in the fields above to see what you agree to by pressing Save.',
} as const;

interface ConsentParts {
  readonly card: Pick<SavedCard, 'brand' | 'last4'>;
  /** In US cents, like `limit`. */
  readonly price: number;
  readonly credits: number;
  readonly threshold: number;
  /** Per calendar month. */
  readonly limit: number;
  readonly intervalSeconds: number;
}

/** Formats an interval as `30 minutes`, `1 hour` or `90 seconds`. */
export const intervalText = (seconds: number): string => {
  if (seconds % 3_600 === 0) return countOf(seconds / 3_600, 'hour');
  return seconds % 60 === 0 ? countOf(seconds / 60, 'minute') : countOf(seconds, 'second');
};

/** Returns the consent text, version `topUpConsentVersion`. docs/decisions/top-up.md has the same text. */
export const consentText = (parts: ConsentParts): string =>
  `By pressing Save, you agree that we charge your ${savedCardName(parts.card)} ${formatCents(parts.price)} for ${creditsOf(parts.credits)} when your balance falls below ${creditsOf(parts.threshold)}, or when a service needs more credits than you have. We charge at most ${formatCents(parts.limit)} in a calendar month, and at most once every ${intervalText(parts.intervalSeconds)}. To stop, press Turn Off on this page at any time.`;

const resume = 'To turn it on again, check the settings and press Save.';

/** Returns why top-up paused and what to do. */
export const pauseText = (reason: string | null, advice: CardAdvice): string =>
  `Automatic top-up is paused. We won't charge your card. ${pauseReason(reason, advice)} ${resume}`;

/** @param credits the credits that the package adds */
const aboveText = (credits: number): string =>
  credits > 1
    ? `This package adds ${creditsOf(credits)}, so enter at most ${formatCount(credits - 1)}`
    : 'This package adds too few credits. Choose a larger one';

/** @param product the chosen package; null if there is none */
export const topUpProblemText = (field: TopUpField, problem: TopUpProblem, product: Product | null): string =>
  ({
    threshold: {
      missing: 'Enter a number of credits, such as 500',
      malformed: 'Enter a whole number of credits, such as 500',
      'too-large': `Enter at most ${creditsOf(topUpLimits.threshold)}`,
      'below-price': '',
      'above-package': aboveText(product ? totalCredits(product) : 0),
    },
    limit: {
      missing: 'Enter a monthly limit, such as 50',
      malformed: 'Enter an amount in dollars, such as 50 or 50.00',
      'too-large': `Enter at most ${formatCents(topUpLimits.monthlyCents)}`,
      'below-price': `The package costs ${formatCents(product?.price_cents ?? 0)}, so enter at least that`,
      'above-package': '',
    },
  })[field][problem];

const notSaved = 'Nothing was saved.';

const saveFailures: Readonly<Record<TopUpFailureName, string>> = {
  'sign-in-required': `To turn on automatic top-up, change its card or let it charge more, please sign in again. ${notSaved}`,
  'price-changed': `The price of this package has changed. ${notSaved} Check the new price, then press Save again.`,
  'amounts-refused': `These amounts don't fit the package. ${notSaved} Enter fewer credits than the package adds, and a monthly limit of at least its price.`,
  'package-withdrawn': `This package is no longer available. ${notSaved} Choose another package.`,
  'card-missing': `This card is no longer saved. ${notSaved} Choose another card, or add one above.`,
  'card-expired': `This card has expired. ${notSaved} Choose another card, or add one above.`,
  'card-refused': `Your bank says this card may not work. ${notSaved} Choose another card, add one above, or contact your bank.`,
  'consent-outdated': `The terms of automatic top-up have changed. ${notSaved} Reload the page to read them.`,
  unavailable: `Automatic top-up isn't available right now. ${notSaved}`,
  'customer-blocked': `This account can't make purchases right now. ${notSaved} Please contact us.`,
  'rate-limited': `Too many attempts. ${notSaved} Wait a moment, then press Save again.`,
  'session-ended': 'Please sign in to continue.',
  refused: "We couldn't save these settings. Check them, then press Save again.",
  unreachable: `We can't reach the store. ${notSaved} Press Save again.`,
  unknown: "We can't confirm whether your settings were saved. Check the state above, then press Save again.",
};

const turnOffFailures: Readonly<Partial<Record<TopUpFailureName, string>>> = {
  'session-ended': saveFailures['session-ended'],
  'rate-limited':
    "Too many attempts. Automatic top-up isn't off yet. Wait a moment, then press Turn Off again.",
  unreachable: "We can't reach the store. Automatic top-up isn't off yet. Press Turn Off again.",
  unknown: "We can't confirm that automatic top-up is off. Check the state above, and press Turn Off again.",
};

/** Returns why a change failed and what to do. Omits the store's detail, which adds nothing to the name. */
export const topUpFailureText = ({ change, name }: TopUpFailure): string =>
  change === 'save'
    ? saveFailures[name]
    : (turnOffFailures[name] ?? "We couldn't turn off automatic top-up. It isn't off yet. Try again.");
