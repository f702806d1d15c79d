import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { RequestType } from './reply.ts';

const count = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(1_000_000));
const shortText = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/**
 * How requests of `transact.php` are to be answered for once:
 *
 * - `rate-limit`: code 301 without an order id, nothing is done (VD)
 * - `too-many-requests`: status 429, nothing is done (VD)
 * - `partial`: a sale is approved for `authorizedCents` only (VD)
 * - `code`: the answer has this `code`. `effect` is what really happens: `done`, `failed` or `nothing`; without it `nothing`
 *   for what the gateway itself refuses (300 to 399), else `failed`
 * - `lost`: the work is done, and the connection is cut instead of a reply. A repetition has a used token
 */
export const stagedReplySchema = v.pipe(
  v.strictObject({
    /** Which requests. */
    type: v.optional(v.picklist(['sale', 'validate', 'refund', 'void']), 'sale'),
    /** Only those of this order; for refunds and voids that of the sale. */
    orderId: v.optional(shortText),
    /** Only sales with this `email`. */
    email: v.optional(shortText),
    /** How many that fit pass first. */
    after: v.optional(count(0), 0),
    times: v.optional(count(1), 1),
    reply: v.picklist(['rate-limit', 'too-many-requests', 'partial', 'code', 'lost']),
    authorizedCents: v.optional(count(0)),
    code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999))),
    /** The answer's `responsetext`. */
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

/** A request, as staged replies are matched against it. */
export interface StagedRequest {
  readonly type: RequestType;
  readonly orderId: string;
  readonly email: string;
}

/** Replies that are to come once instead of the usual ones. They live as long as the process. */
export type StagedReplies = ReturnType<typeof createStagedReplies>;

export const createStagedReplies = () => {
  let staged: (StagedReply & { after: number; times: number; given: number })[] = [];

  return {
    /** Answers what was staged. */
    add(reply: NewStagedReply): StagedReply {
      const added = { ...v.parse(stagedReplySchema, reply), id: randomUUID(), given: 0 };
      staged.push(added);
      return { ...added };
    },
    /** Oldest first; `after` and `times` are what is left, `given` how often it was. */
    list: (): readonly (StagedReply & { given: number })[] => staged.map((reply) => ({ ...reply })),
    /** Whether there was one. */
    remove(id: string): boolean {
      const before = staged.length;
      staged = staged.filter((reply) => reply.id !== id);
      return staged.length < before;
    },
    clear(): void {
      staged = [];
    },
    /** The oldest that fits the request, and counts it down. All that fit count the request. */
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
