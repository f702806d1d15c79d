import * as v from 'valibot';
import { activityKinds } from './queries.ts';
import { credits, text } from './scalars.ts';

/** One change to the balance. */
export const activityEntrySchema = v.object({
  id: text,
  kind: v.picklist(activityKinds),
  /** A spend's description or reference, a package's name, or a grant's reason. Null without such a text. */
  description: v.nullable(text),
  /** Negative if credits were removed. Zero only for a partial refund worth less than one credit. */
  credits,
  balance_after: credits,
  /** When the balance changed, in ISO 8601 (UTC). */
  date: text,
});
export type ActivityEntry = v.InferOutput<typeof activityEntrySchema>;

export const activitySchema = v.object({
  /** The entries, newest first. */
  entries: v.array(activityEntrySchema),
  /** The `before` parameter for the next, older page. Null on the last page. */
  next: v.nullable(text),
});
export type Activity = v.InferOutput<typeof activitySchema>;
