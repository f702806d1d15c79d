import type { SpendingLimit } from '#contract/spending-limit.ts';
import type { topUpPauses } from '#contract/top-up.ts';
import type { TopUpCharge, TopUpNews, topUpDelays } from '#contract/top-up-news.ts';
import { chicagoTime, expiryDay } from '#domain/chicago-time.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import { savedCardName } from './cards.ts';
import { countOf } from './common.ts';

/** The fields that notices depend on. `TopUp` has them too. */
type Noticed = Pick<TopUpNews, 'paused_reason' | 'declined' | 'delayed' | 'shortfall'> & {
  readonly state: string;
};

export interface TopUpNotice {
  readonly kind: 'decline' | 'delay' | 'shortfall';
  /** Identifies the event, so that the customer can dismiss the notice. Null if it can't be dismissed. */
  readonly id: string | null;
  readonly text: string;
}

/** Formats a moment as `today at 9:35 AM CT` or `on Mar 17, 2026 at 9:05 AM CT`. */
const momentText = (stamp: string, now: number, unreadable: string): string => {
  const moment = chicagoTime(stamp);
  if (moment === null) return unreadable;
  const isToday = moment.date === chicagoTime(new Date(now).toISOString())?.date;
  return `${isToday ? 'today' : `on ${moment.date}`} at ${moment.time} CT`;
};

const declineText = (
  { date, amount_cents, reason, next_try }: NonNullable<Noticed['declined']>,
  state: string,
  now: number,
): string => {
  const next =
    next_try !== null
      ? `We'll try again ${momentText(next_try, now, 'later')}. You can also use another card.`
      : state === 'paused'
        ? "Automatic top-up is paused, so we won't try again."
        : "We'll try again when your credits run low. You can also use another card.";
  return `We couldn't charge ${formatCents(amount_cents)} automatically ${momentText(date, now, 'recently')}. ${reason} You have not been charged. ${next}`;
};

interface Delay {
  readonly why: string;
  readonly remedy: string;
}

const buySooner = 'If you need credits sooner, buy a package yourself.';
const noAction = 'No action is needed.';

const delays: Readonly<Record<(typeof topUpDelays)[number], Delay>> = {
  interval: { why: 'the last automatic charge was too recent', remedy: buySooner },
  'daily-limit': { why: "we've reached the limit of automatic charges in a day", remedy: buySooner },
  'monthly-limit': {
    why: 'it would exceed your monthly limit',
    remedy: 'If you need credits sooner, raise your monthly limit, or buy a package yourself.',
  },
  'spending-limit': {
    why: 'your spending limit lets you use no more credits this month than you have',
    remedy: 'If you need more credits this month, raise your spending limit.',
  },
  'same-amount': { why: 'you just paid the same amount', remedy: noAction },
  'too-many-declines': {
    why: 'too many of your payments were declined',
    remedy: 'Contact your bank, or use another card.',
  },
  'purchases-paused': { why: 'all purchases are paused for now', remedy: noAction },
  'outcome-unknown': { why: 'we are waiting for the outcome of the last one', remedy: noAction },
  'pool-unanswered': { why: "we can't check your account right now", remedy: noAction },
};

const delayTexts: ReadonlyMap<string, Delay> = new Map(Object.entries(delays));

const delayText = ({ reason, until }: NonNullable<Noticed['delayed']>, now: number): string => {
  const { why, remedy } = delayTexts.get(reason) ?? { why: 'it has to wait', remedy: buySooner };
  // The time may have passed before the store tried again.
  const when = Date.parse(until) > now ? momentText(until, now, 'later') : 'soon';
  return `An automatic charge is due, but ${why}. We haven't charged you yet. We'll try again ${when}. ${remedy}`;
};

const shortfallText = (
  { date, required_credits, package_credits }: NonNullable<Noticed['shortfall']>,
  now: number,
): string =>
  `A service needed ${countOf(formatCount(required_credits), 'credit')} at once (${momentText(date, now, 'recently')}), but your package adds only ${formatCount(package_credits)}. One automatic charge can't cover that, and each new try can cause another charge. Choose a larger package, or buy more credits yourself.`;

/** Pauses whose texts already say that the card was declined. */
const declinePauses: readonly (string | null)[] = [
  'card-declined',
  'declined-repeatedly',
] satisfies readonly (typeof topUpPauses)[number][];

/** Returns what the customer should know before the next automatic charge. Empty while top-up is off. */
export const topUpNotices = (
  { state, paused_reason, declined, delayed, shortfall }: Noticed,
  now: number,
): readonly TopUpNotice[] => {
  if (state === 'off') return [];
  const notices: TopUpNotice[] = [];
  if (declined && !declinePauses.includes(paused_reason))
    notices.push({ kind: 'decline', id: declined.date, text: declineText(declined, state, now) });
  if (delayed) notices.push({ kind: 'delay', id: null, text: delayText(delayed, now) });
  if (shortfall) notices.push({ kind: 'shortfall', id: shortfall.date, text: shortfallText(shortfall, now) });
  return notices;
};

interface LimitedUse extends Pick<SpendingLimit, 'used' | 'resets_at'> {
  readonly monthly_credits: number;
}

export const newsTexts = {
  limitNear: ({ used, monthly_credits, resets_at }: LimitedUse, now: number) => {
    const day = expiryDay(resets_at, now) ?? 'next month';
    return used < monthly_credits
      ? `You have used ${formatCount(used)} of the ${countOf(formatCount(monthly_credits), 'credit')} of your spending limit. It resets on ${day}. You can change it in Billing.`
      : `Spending limit reached. Services can't use more credits until ${day}. You can change the limit in Billing.`;
  },
  charged: ({ card, amount_cents, credits }: TopUpCharge, date: string) =>
    `We charged ${card === null ? 'your card' : `your ${savedCardName(card)}`} ${formatCents(amount_cents)} automatically on ${date}, and added ${countOf(formatCount(credits), 'credit')}.`,
  paused: (why: string) => `Automatic top-up is paused. We won't charge your card. ${why}`,
  toEntry: 'View',
  toBilling: 'Billing',
  dismiss: 'Dismiss',
} as const;
