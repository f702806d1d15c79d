import type { TopUpCharge } from '#contract/top-up-news.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import { savedCardName } from './cards.ts';
import { countOf } from './common.ts';

export const topUpNewsTexts = {
  charged: ({ card, amount_cents, credits }: TopUpCharge, date: string) =>
    `We charged ${card === null ? 'your card' : `your ${savedCardName(card)}`} ${formatCents(amount_cents)} automatically on ${date}, and added ${countOf(formatCount(credits), 'credit')}.`,
  paused: (why: string) => `Automatic top-up is paused, and we charge nothing. ${why}`,
  toEntry: 'View transaction',
  toBilling: 'Go to Billing',
  dismiss: 'Dismiss',
} as const;
