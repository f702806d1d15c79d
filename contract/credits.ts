import * as v from 'valibot';
import { count, text } from './scalars.ts';

/** The first to expire first. The `held` of GET /api/credits counts all. */
export const holdsSchema = v.object({
  holds: v.array(
    v.object({
      id: text,
      credits: count,
      /** What the merchant calls the work that the credits are for. */
      reference: v.nullable(text),
      description: v.nullable(text),
      /** ISO 8601 in UTC. */
      expires_at: text,
      created_at: text,
    }),
  ),
});
export type Holds = v.InferOutput<typeof holdsSchema>;
