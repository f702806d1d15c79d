import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { RequestType } from './reply.ts';

const count = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(1_000_000));
const shortText = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/**
 * One-time responses of `transact.php`:
 *
 * - `rate-limit`: code 301 without an order id or any effect (VD)
 * - `too-many-requests`: status 429 without any effect (VD)
 * - `partial`: approves a sale for `authorizedCents` (VD)
 * - `code`: responds with `code`. `effect` defaults to `nothing` for the gateway's refusals (300 to 399), otherwise `failed`
 * - `lost`: does the work, then cuts the connection instead of responding. A retry then has a used token
 */
export const stagedReplySchema = v.pipe(
  v.strictObject({
    /** The request type. `customer-vault` is a request that only changes the vault. */
    type: v.optional(v.picklist(['sale', 'validate', 'refund', 'void', 'customer-vault']), 'sale'),
    /** Limits the response to this order. For refunds and voids, this is the sale's order. */
    orderId: v.optional(shortText),
    /** Limits the response to this `email`. */
    email: v.optional(shortText),
    /** Lets this many matching requests pass first. */
    after: v.optional(count(0), 0),
    times: v.optional(count(1), 1),
    reply: v.picklist(['rate-limit', 'too-many-requests', 'partial', 'code', 'lost']),
    authorizedCents: v.optional(count(0)),
    code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999))),
    /** The response's `responsetext`. */
    text: v.optional(shortText),
    effect: v.optional(v.picklist(['done', 'failed', 'nothing'])),
  }),
  v.check(
    ({ reply, authorizedCents, type }) =>
      (reply === 'partial') === (authorizedCents !== undefined) && (reply !== 'partial' || type === 'sale'),
    'Invalid authorizedCents: a "partial" reply to a sale has it, and no other',
  ),
  v.check(
    ({ reply, code }) => (reply === 'code') === (code !== undefined),
    'Invalid code: a "code" reply has it, and no other',
  ),
);
export type NewStagedReply = v.InferInput<typeof stagedReplySchema>;
export type StagedReply = v.InferOutput<typeof stagedReplySchema> & { readonly id: string };

export interface StagedRequest {
  readonly type: RequestType | 'customer-vault';
  readonly orderId: string;
  readonly email: string;
}

export type StagedReplies = ReturnType<typeof createStagedReplies>;

export const createStagedReplies = () => {
  let staged: (StagedReply & { after: number; times: number; given: number })[] = [];

  return {
    add(reply: NewStagedReply): StagedReply {
      const added = { ...v.parse(stagedReplySchema, reply), id: randomUUID(), given: 0 };
      staged.push(added);
      return { ...added };
    },
    /** Lists staged responses, oldest first. `after` and `times` count down; `given` counts up. */
    list: (): readonly (StagedReply & { given: number })[] => staged.map((reply) => ({ ...reply })),
    /** Removes a staged response. Returns false if it didn't exist. */
    remove(id: string): boolean {
      const before = staged.length;
      staged = staged.filter((reply) => reply.id !== id);
      return staged.length < before;
    },
    clear(): void {
      staged = [];
    },
    /** Returns the oldest matching response, and counts it down. Every match counts the request in `after`. */
    take(request: StagedRequest): StagedReply | undefined {
      const fitting = staged.filter((reply) => reply.times > 0 && fits(reply, request));
      const taken = fitting.find(({ after }) => after === 0);
      for (const reply of fitting) reply.after = Math.max(0, reply.after - 1);
      if (taken === undefined) return undefined;
      taken.times -= 1;
      taken.given += 1;
      return taken;
    },
  };
};

const fits = ({ type, orderId, email }: StagedReply, request: StagedRequest): boolean =>
  type === request.type &&
  (orderId === undefined || orderId === request.orderId) &&
  (email === undefined || email.toLowerCase() === request.email.toLowerCase());
