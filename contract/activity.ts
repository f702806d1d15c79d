import * as v from 'valibot';
import { activityKinds } from './queries.ts';
import { credits, text } from './scalars.ts';

/** One change of the balance. */
export const activityEntrySchema = v.object({
  id: text,
  kind: v.picklist(activityKinds),
  /** A spend's description, or its reference; a package's name; a grant's reason. Null: none. */
  description: v.nullable(text),
  /** Negative if taken. Zero only for the refund of a small part. */
  credits,
  balance_after: credits,
  /** ISO 8601 in UTC. */
  date: text,
});
export type ActivityEntry = v.InferOutput<typeof activityEntrySchema>;

export const activitySchema = v.object({
  /** Newest first. */
  entries: v.array(activityEntrySchema),
  /** The `before` of the next, older page. Null: there is none. */
  next: v.nullable(text),
});
export type Activity = v.InferOutput<typeof activitySchema>;
