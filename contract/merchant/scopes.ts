/** What a key of the merchant's API may do: read, spend and hold credits, give and take back credits. */
export const scopes = ['read', 'spend', 'grant'] as const;
export type Scope = (typeof scopes)[number];
