import * as v from 'valibot';
import { defaultPageSize, maxPage, maxPageSize, transactionStatuses } from './history-query.ts';
import { wholeNumberUpTo } from './scalars.ts';

/** The query of GET /api/transactions/history. Without `status`, all statuses. */
export const historyQuerySchema = v.object({
  page: v.optional(wholeNumberUpTo(maxPage, 'page must be a whole number from 1.'), '1'),
  limit: v.optional(
    wholeNumberUpTo(maxPageSize, `limit must be a whole number from 1 to ${maxPageSize}.`),
    String(defaultPageSize),
  ),
  status: v.optional(
    v.picklist(transactionStatuses, `status must be one of ${transactionStatuses.join(', ')}.`),
  ),
});
export type HistoryQuery = v.InferOutput<typeof historyQuerySchema>;
