/** What a merchant's API key may do: read, spend and hold, or give and take back credits. */
export const scopes = ['read', 'spend', 'grant'] as const;
export type Scope = (typeof scopes)[number];
