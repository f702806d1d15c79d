import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

const count = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** The start of an event's type with a `*` for any rest, or the whole of it. */
export const typePattern = v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z.]*\*?$/));

/**
 * What becomes of events: they are `lost`, sent `duplicated` (`copies`, side by side), `delayed` by `delayMs`, or `held` until
 * they are released. Without `times` it stands until it is removed.
 */
export const fateSchema = v.pipe(
  v.strictObject({
    fate: v.picklist(['lost', 'duplicated', 'delayed', 'held']),
    type: v.optional(typePattern, '*'),
    /** Only events about this order, whether they name it or not. */
    orderId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    times: v.optional(count(1, 1_000_000)),
    copies: v.optional(count(2, 20), 2),
    delayMs: v.optional(count(0, 24 * 60 * 60 * 1000)),
  }),
  v.check(
    ({ fate, delayMs }) => (fate === 'delayed') === (delayMs !== undefined),
    'Invalid delayMs: a "delayed" fate has it, and no other',
  ),
);
export type NewFate = v.InferInput<typeof fateSchema>;
export type Fate = v.InferOutput<typeof fateSchema> & { readonly id: string };

/** An event, as fates are matched against it. */
interface Fated {
  readonly type: string;
  readonly orderIds: readonly string[];
}

export const createFates = () => {
  let fates: (Fate & { times?: number | undefined })[] = [];
  return {
    add(fate: NewFate): Fate {
      const added = { ...v.parse(fateSchema, fate), id: randomUUID() };
      fates.push(added);
      return { ...added };
    },
    /** Oldest first; `times` is what is left. */
    list: (): readonly Fate[] => fates.map((fate) => ({ ...fate })),
    /** Removes those that the condition holds for; answers whether there was one. */
    remove(isMeant: (fate: Fate) => boolean): boolean {
      const before = fates.length;
      fates = fates.filter((fate) => !isMeant(fate));
      return fates.length < before;
    },
    /** The oldest with anything left that fits the event, counted down. */
    take(event: Fated): Fate | undefined {
      const fate = fates.find((one) => one.times !== 0 && fits(one, event));
      if (fate?.times !== undefined) fate.times -= 1;
      return fate;
    },
  };
};

const fits = ({ type, orderId }: Fate, event: Fated): boolean =>
  matchesType(type, event.type) && (orderId === undefined || event.orderIds.includes(orderId));

/** Whether the pattern is the type, or its start before a `*`. */
export const matchesType = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
