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

const later = 'Please try again later.';

const failures: Readonly<Record<string, string>> = {
  'token-timeout': 'The card service did not respond in time. Please enter the card again.',
  'token-used': 'These card details can no longer be used. Please enter the card again.',
  'too-many-cards': "You can't save any more cards. Remove one, then save this card again.",
  'recent-sign-in-required': 'To add a card, please sign in again.',
  'customer-blocked': "This account can't add cards right now. Please contact us.",
  'rate-limited': `Too many cards were checked. ${later}`,
  'too-many-declines': `Too many cards were declined. ${later}`,
  'purchases-paused': `The store doesn't accept new cards right now. ${later}`,
  'gateway-unreachable': `The card processor can't be reached right now. ${later}`,
};

/** Returns why a card wasn't saved. The bank's reason, if the store knows it, is in `message`. */
export const newCardFailureText = ({ code = 'invalid-request', message }: Refusal): string =>
  failures[code] ??
  (code === 'declined' && message ? message : "We couldn't save this card. Please check it.");

type Refusal = Extract<NewCardResult, { readonly outcome: 'refused' }>;
