import type { TopUp } from '../contract/top-up.ts';

/** What the customer agrees to by pressing Save. */
export interface TopUpSettings {
  readonly thresholdCredits: number;
  readonly productId: string;
  readonly cardId: string;
  /** In US cents. */
  readonly monthlyLimitCents: number;
  /** The price that the customer saw, in US cents. */
  readonly expectedCents: number;
  /** The version of the words that the customer saw. */
  readonly consent: string;
}

export type TopUpFailureName =
  | 'sign-in-required'
  | 'price-changed'
  | 'package-withdrawn'
  | 'card-missing'
  | 'card-expired'
  | 'card-refused'
  | 'consent-outdated'
  | 'unavailable'
  | 'customer-blocked'
  | 'rate-limited'
  | 'session-ended'
  | 'refused'
  /** Nothing was sent. */
  | 'unreachable'
  /** There is no usable answer, so the store may have made the change. */
  | 'unknown';

export interface TopUpFailure {
  readonly change: TopUpChange;
  readonly name: TopUpFailureName;
}

export type TopUpChange = 'save' | 'turn-off';

export type TopUpAnswer =
  | { readonly outcome: 'done'; readonly topUp: TopUp }
  | { readonly outcome: 'refused'; readonly name: TopUpFailureName };

export interface TopUpContext {
  /** The store's last answer. Kept while it loads again. */
  readonly topUp: TopUp | null;
  /** What is being saved. */
  readonly settings: TopUpSettings | null;
  readonly failure: TopUpFailure | null;
  /** The last change, until the next one begins. */
  readonly done: TopUpChange | null;
}

export type TopUpEvent =
  /** The page opened, or the customer tries again. */
  | { readonly type: 'top-up.requested' }
  /** Something else may have changed it, such as the removal of its card. */
  | { readonly type: 'top-up.outdated' }
  | { readonly type: 'settings.submitted'; readonly settings: TopUpSettings }
  | { readonly type: 'turn-off.requested' };

export type TopUpEmitted =
  /** The store refused the package or its price. */
  | { readonly type: 'packages.outdated' }
  /** The store refused the card. */
  | { readonly type: 'cards.outdated' };
