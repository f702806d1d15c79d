import type { createCredits } from './create-credits.ts';

/**
 * Spends, holds and grants credits for the merchant's API. Repeating a call with the same id and content
 * returns the same result. Calls may share a transaction. The database formats results as the API returns them.
 * Every read first books expired credits.
 */
export type Credits = ReturnType<ReturnType<typeof createCredits>>;
