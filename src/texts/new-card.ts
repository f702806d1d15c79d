import type { NewCardResult } from '#domain/saved-cards.ts';

export const newCardTexts = {
  title: 'Add a card',
  lead: 'The payment gateway checks the card and stores its number. You are not charged.',
  loading: 'Loading the card fields…',
  unmounted: "We couldn't load the card fields.",
  save: 'Save card',
  cancel: 'Cancel',
  check: (labels: string) => `Please check: ${labels}.`,
  nothing: 'The card was not saved, and you have not been charged.',
  unknown:
    "We can't tell yet whether your card was saved. You have not been charged. Check again before you enter it a second time.",
  checkAgain: 'Check again',
  signInAgain: 'Sign in again',
} as const;

const failures: Readonly<Record<string, string>> = {
  'card-unread': "We couldn't read the card. Please enter it again.",
  declined: 'Your bank declined this card. Try another card, or contact your bank.',
  'too-many-cards': 'You can’t save another card. Remove one first.',
  'recent-sign-in-required': 'To add a card, please sign in again.',
  'customer-blocked': "This account can't add cards right now. Please contact us.",
  'rate-limited': 'Too many cards were checked. Please try again later.',
  'too-many-declines': 'Too many cards were declined. Please try again later.',
};

/** Returns why a card wasn't saved. Add `newCardTexts.nothing`, which says what that means for the customer. */
export const newCardFailureText = ({
  code,
  message,
}: Extract<NewCardResult, { outcome: 'refused' }>): string =>
  failures[code ?? ''] ??
  (message.startsWith('Request failed') || !message
    ? "We couldn't save the card. Please try again."
    : message);
