/** `reversal`: a refund, a void or a chargeback. `grant`: also what the merchant took back of one. */
export const activityKinds = [
  'spend',
  'return',
  'grant',
  'expiry',
  'purchase',
  'reversal',
  'adjustment',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const defaultActivityLimit = 20;
