import * as v from 'valibot';
import { count, text } from './scalars.ts';

export const grantKinds = ['purchase', 'bonus', 'promotion', 'adjustment'] as const;

export const grantSchema = v.object({
  id: text,
  kind: v.picklist(grantKinds),
  credits: count,
  /** Includes the held credits. */
  remaining: count,
  held: count,
  /** Grants with a lower number are used first. */
  priority: count,
  /** ISO 8601 in UTC. */
  expires_at: v.nullable(text),
  created_at: text,
});

/** In the order of use. `expires_at` is null if a grant never expires. */
export const grantsSchema = v.object({ grants: v.array(grantSchema) });
export type Grants = v.InferOutput<typeof grantsSchema>;

/** At most `maxHolds`, the first to expire first. The `held` of GET /api/credits counts all. */
export const holdsSchema = v.object({
  holds: v.array(
    v.object({
      id: text,
      credits: count,
      reference: v.nullable(text),
      description: v.nullable(text),
      expires_at: text,
      created_at: text,
    }),
  ),
});
export type Holds = v.InferOutput<typeof holdsSchema>;

export const maxHolds = 100;
