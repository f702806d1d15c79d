// Apart from the schemas, so that a page that only checks its own address takes none of them along.

/** What can have become of a purchase, as the history is filtered by it. */
export const transactionStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;

/** The highest page of the history that a request may ask for; pages count from 1. */
export const maxPage = 1_000_000_000;
