import type { Refund, refundReasons } from '#contract/refunds.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import type { RefundView } from '#domain/refunds.ts';
import type { StoreError } from '#domain/store-error.ts';
import { countOf } from './common.ts';

export const refundTexts = {
  failed: "We couldn't check whether you can refund this purchase.",
  start: 'Refund this purchase',
  title: 'Refund this purchase?',
  amount: ({ amount_cents }: Refund, card: string) =>
    `${formatCents(amount_cents)} goes back to ${card ? `your ${card}` : 'the card that you paid with'}.`,
  arrival:
    'It usually takes 5 to 10 business days. If the charge has not been settled yet, it disappears instead.',
  credits: ({ credits }: Refund) =>
    `The ${countOf(formatCount(credits), 'credit')} of this purchase, including any bonus, leave your balance.`,
  topUp: 'Automatic top-up pauses. You can turn it on again in Billing.',
  confirm: ({ amount_cents }: Refund) => `Refund ${formatCents(amount_cents)}`,
  keep: 'Keep it',
  offline: "You're offline. You can continue once you're back online.",
  signInAgain: 'Sign in again',
  toast: 'Refund started',
  checkAgain: 'Check again',
  unchecked: "We couldn't check it just now.",
  sending: 'Asking for the refund…',
} as const;

const reasons: Readonly<Record<Exclude<(typeof refundReasons)[number], 'off' | 'credits-spent'>, string>> = {
  'not-completed': 'This purchase has already been refunded.',
  'too-late': 'It is too late to refund this purchase here.',
  disputed: "This payment is under review, so you can't refund it here. For help, contact us.",
  'not-latest': 'Here, you can only refund your latest purchase. To refund this one, contact us.',
  'credits-held': 'Some of these credits are on hold. If they are released, you can refund this purchase.',
  'too-often': 'You refunded two purchases in the last 90 days. To refund another one, contact us.',
};
const reasonTexts: ReadonlyMap<string | undefined, string> = new Map(Object.entries(reasons));

const reasonText = ({ reason, spent, credits }: Refund): string => {
  if (reason !== 'credits-spent')
    return reasonTexts.get(reason) ?? 'To ask for a refund of this purchase, contact us.';
  if (spent >= credits) return 'The credits of this purchase are spent.';
  return `${formatCount(spent)} of these credits ${spent === 1 ? 'is' : 'are'} spent. Contact us about the rest.`;
};

/** Returns the line next to the button, or instead of it. */
export const refundLineText = (view: RefundView, terms: Refund | null | undefined): string => {
  if (view === 'barred' && terms) return reasonText(terms);
  const day = chicagoTime(terms?.until ?? null)?.date;
  const lines: Readonly<Partial<Record<RefundView, string>>> = {
    loading: 'Checking whether you can refund this purchase…',
    offered: day ? `You can refund this purchase until ${day}.` : '',
    requested: "You asked for a refund. We're waiting for the card processor to confirm it.",
    unknown: "We don't know yet whether this purchase was refunded. It can't be refunded twice.",
    done: 'The money is on its way back to your card. You can no longer use the credits of this purchase.',
  };
  return lines[view] ?? '';
};

/** Returns why a refund was refused and what to do. */
export const refundFailureText = ({ kind, code, message, retryAfter }: StoreError): string => {
  const nothing = 'Nothing was refunded.';
  if (kind !== 'refused') return `We can't reach the store. ${nothing} Please try again.`;
  if (code === 'recent-sign-in-required')
    return 'To protect your account, sign in again. Then come back here and refund the purchase.';
  if (code === 'rate-limited')
    return `Too many attempts. ${nothing} Try again in ${retryAfter === null ? 'a moment' : countOf(retryAfter, 'second')}.`;
  return message.startsWith('Request failed') ? `${nothing} Please try again, or contact us.` : message;
};
