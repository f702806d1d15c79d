import type { Refund, refundReasons } from '#contract/refunds.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import type { RefundRefusal } from '#domain/refunds.ts';
import { countOf } from './common.ts';

const arrival =
  'It usually takes 5 to 10 business days. If the charge has not been settled yet, it disappears instead.';

export const refundTexts = {
  loading: 'Checking whether you can refund this purchase…',
  failed: "We couldn't check whether you can refund this purchase.",
  start: 'Refund this purchase',
  title: 'Refund this purchase?',
  amount: ({ amount_cents }: Refund, card: string) =>
    `${formatCents(amount_cents)} goes back to ${card ? `your ${card}` : 'the card that you paid with'}.`,
  arrival,
  credits: ({ credits }: Refund) =>
    `${countOf(formatCount(credits), 'credit')} of this purchase, including any bonus, leave your balance.`,
  topUp: 'Automatic top-up pauses. You can turn it on again in Billing.',
  confirm: ({ amount_cents }: Refund) => `Refund ${formatCents(amount_cents)}`,
  keep: 'Keep it',
  offline: "You're offline. You can continue once you're back online.",
  signInAgain: 'Sign in again',
  done: `The money is on its way back to your card, and the credits have left your balance. ${arrival}`,
  toast: 'Refund started',
  requested:
    "You asked for this refund. We're waiting for the card processor to confirm it. No action is needed.",
  unknown:
    "We don't know yet whether this purchase was refunded. Check again: it can't be refunded twice, however often you check.",
  unknownSignIn:
    "We don't know yet whether this purchase was refunded. To check, sign in again, then come back here.",
  checkAgain: 'Check again',
} as const;

const dayOf = (until: string | null): string | undefined => chicagoTime(until)?.date;

/** Returns until when the customer can refund the purchase. Empty if unknown. */
export const refundUntilText = ({ until }: Refund): string => {
  const day = dayOf(until);
  return day === undefined ? '' : `You can refund this purchase until ${day}.`;
};

const spentText = ({ spent, credits }: Refund): string => {
  if (spent >= credits) return 'The credits of this purchase are spent.';
  return `${formatCount(spent)} of these credits ${spent === 1 ? 'is' : 'are'} spent. Contact us about the rest.`;
};

const tooLateText = ({ until }: Refund): string => {
  const day = dayOf(until);
  return day === undefined ? 'It is too late to refund this purchase.' : `You could refund this purchase until ${day}.`;
};

const reasons: Record<Exclude<(typeof refundReasons)[number], 'off'>, (terms: Refund) => string> = {
  'not-completed': () => 'Only a completed purchase can be refunded.',
  'too-late': tooLateText,
  disputed: () => "This payment is under review, so you can't refund it here. For help, contact us.",
  'not-latest': () => 'Here, you can only refund your latest purchase. To refund this one, contact us.',
  'credits-spent': spentText,
  'credits-held': () =>
    'Some of these credits are on hold. You can refund this purchase if the hold ends without using them.',
  'too-often': () =>
    'You have refunded two purchases in the last 90 days. To refund another one, contact us.',
};

const reasonTexts: ReadonlyMap<string, (terms: Refund) => string> = new Map(Object.entries(reasons));

/** Returns why the customer can't refund the purchase. */
export const refundReasonText = (terms: Refund): string =>
  reasonTexts.get(terms.reason ?? '')?.(terms) ??
  "You can't refund this purchase here. To ask for a refund, contact us.";

const nothing = 'Nothing was refunded.';

const waitText = (seconds: number | null): string =>
  seconds === null ? 'Wait a moment, then try again.' : `Try again in ${countOf(seconds, 'second')}.`;

/** Returns why a refund was refused and what to do. */
export const refundFailureText = ({ name, message, retryAfter }: RefundRefusal): string => {
  switch (name) {
    case 'sign-in-required':
      return 'To protect your account, sign in again. Then come back here and refund the purchase.';
    case 'rate-limited':
      return `Too many attempts. ${nothing} ${waitText(retryAfter)}`;
    case 'unsent':
      return `We can't reach the store. ${nothing} Please try again.`;
    default:
      return /^(Request failed|$)/.test(message)
        ? `${nothing} Please try again, or contact us.`
        : message;
  }
};
