import * as v from 'valibot';
import {
  activityKinds,
  defaultActivityLimit,
  defaultPageSize,
  maxPage,
  maxPageSize,
  transactionStatuses,
} from './queries.ts';
import { wholeNumberUpTo } from './scalars.ts';

/** The query parameters of GET /api/transactions/history. Without `status`, it returns all statuses. */
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

/** The query parameters of GET /api/activity. Defaults to the newest entries of all kinds. */
export const activityQuerySchema = v.object({
  before: v.optional(
    wholeNumberUpTo(Number.MAX_SAFE_INTEGER, 'before must be the `next` of an earlier page.'),
  ),
  limit: v.optional(
    wholeNumberUpTo(maxPageSize, `limit must be a whole number from 1 to ${maxPageSize}.`),
    String(defaultActivityLimit),
  ),
  kind: v.optional(v.picklist(activityKinds, `kind must be one of ${activityKinds.join(', ')}.`)),
});
