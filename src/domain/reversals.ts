const reversalKinds = ['refund', 'void', 'chargeback'] as const;

/** How a purchase, or a part of it, was given back; `other` where the store does not say, or in a word unknown here. */
export type ReversalKind = (typeof reversalKinds)[number] | 'other';

/** The kind to show. */
export const readReversalKind = (kind: string | null): ReversalKind =>
  reversalKinds.find((known) => known === kind) ?? 'other';
