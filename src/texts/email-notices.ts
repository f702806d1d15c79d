import { hasChangedNothing } from '#domain/store-error.ts';

export const emailNoticesTexts = {
  title: 'Email notices',
  lead: (email: string) => `Sent to ${email}. We always send receipts, whatever you choose here.`,
  loading: 'Loading your email notices…',
  failed: "We couldn't load your email notices.",
  stale: "We couldn't reload your email notices. They may be out of date.",
  fields: {
    lowBalance: 'Low balance',
    credits: 'When my balance falls below',
    expiring: 'Expiring credits',
  },
  hints: { lowBalance: 'At most once a day.', expiring: '14 and 3 days before credits expire.' },
  /** The unit of the field. */
  credits: 'Credits',
  save: 'Save notices',
  saved: 'Your notices are saved.',
  offline: "You're offline. What you chose stays here until you're back online.",
} as const;

/** Returns why saving failed and what to do. */
export const emailNoticesFailureText = (error: unknown): string => {
  if (!hasChangedNothing(error))
    return "We can't confirm that your notices were saved. Press Save notices again.";
  const isPlain = error.message.startsWith('Request failed');
  return `Your notices were not saved. ${isPlain ? 'Please try again.' : error.message}`;
};
