import { maxMonthlyCredits, type SpendingLimit } from '#contract/spending-limit.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { hasChangedNothing } from '#domain/store-error.ts';
import { checkNumber, parseCredits } from '#domain/top-up.ts';
import { countOf } from './common.ts';
import { topUpProblemText } from './top-up.ts';

const creditsOf = (credits: number): string => countOf(formatCount(credits), 'credit');

const resetOf = ({ resets_at }: SpendingLimit): string => chicagoTime(resets_at)?.date ?? 'next month';

export const spendingLimitTexts = {
  title: 'Spending limit',
  lead: 'Stops services from using more credits than this in a calendar month (Central Time). It always counts the whole month.',
  loading: 'Loading your spending limit…',
  failed: "We couldn't load your spending limit.",
  stale: "We couldn't reload your spending limit. It may be out of date.",
  facts(limit: SpendingLimit) {
    const { monthly_credits: most, used } = limit;
    return {
      Limit: most === null ? 'None' : `${creditsOf(most)} a month`,
      'Used this month': most === null ? creditsOf(used) : `${formatCount(used)} of ${creditsOf(most)}`,
      Resets: resetOf(limit),
    };
  },
  reached: (limit: SpendingLimit) =>
    `You have reached your spending limit. Services can't use more credits until ${resetOf(limit)}, unless you raise or remove it.`,
  fields: { limit: 'At most per month' },
  /** The unit of the field. */
  unit: 'Credits',
  recent: 'If you raise or remove the limit, we may ask you to sign in again.',
  offline: "You're offline. What you typed stays here until you're back online.",
  save: 'Save limit',
  saved: 'Your spending limit is saved.',
  remove: 'Remove limit',
  removed: 'Your spending limit is removed.',
  signInAgain: 'Sign in again',
} as const;

/** Returns what is wrong with a typed limit, or null. */
export const limitProblemText = (typed: string): string | null => {
  const problem = checkNumber(typed, parseCredits(typed), maxMonthlyCredits);
  if (problem === 'too-large') return `Enter at most ${creditsOf(maxMonthlyCredits)}`;
  return problem && topUpProblemText('threshold', problem, null);
};

/** Returns why a change failed and what to do. */
export const limitFailureText = (error: unknown, isRemoval: boolean): string => {
  const [done, button] = isRemoval
    ? ['removed', spendingLimitTexts.remove]
    : ['saved', spendingLimitTexts.save];
  if (!hasChangedNothing(error))
    return `We can't confirm that your limit was ${done}. Check it above. If it wasn't ${done}, press ${button} again.`;
  if (error.code === 'recent-sign-in-required')
    return `To ${isRemoval ? 'remove' : 'raise'} your limit, please sign in again. Nothing was changed.`;
  const isPlain = error.message.startsWith('Request failed');
  return `Your limit was not ${done}. ${isPlain ? 'Please try again.' : error.message}`;
};
