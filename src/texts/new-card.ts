import type { NewCardResult } from '#domain/saved-cards.ts';

export const newCardTexts = {
  title: 'Add a card',
  lead: 'The payment gateway checks the card with your bank and stores its number. You are not charged.',
  save: 'Save card',
  cancel: 'Cancel',
  check: (labels: string) => `Please check: ${labels}.`,
  notSaved: 'The card was not saved, and you have not been charged.',
  unknown:
    "We can't tell yet whether the card was saved. You have not been charged. Check again before you enter it a second time.",
  checkAgain: 'Check again',
  signInAgain: 'Sign in again',
} as const;

const failures: Readonly<Record<string, string>> = {
  'token-timeout': 'The card service did not respond in time. Please enter the card again.',
  'too-many-cards': "You can't save any more cards. Remove one, then save this card again.",
  'recent-sign-in-required': 'To add a card, please sign in again.',
};

/** Returns why a card wasn't saved. Otherwise, the store's `message` says it. */
export const newCardFailureText = ({ code = '', message }: Refusal): string =>
  failures[code] ??
  (/^(Request failed|$)/.test(message) ? "We couldn't save this card. Please try again." : message);

type Refusal = Extract<NewCardResult, { readonly outcome: 'refused' }>;
