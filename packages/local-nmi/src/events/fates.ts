import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

const count = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** An event's type, or its start with a `*` for any rest. */
export const typePattern = v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z.]*\*?$/));

/**
 * Events are `lost`, sent `duplicated` (`copies` at once), `delayed` by `delayMs`, or `held` until their release. Without
 * `times`, a fate stays until it is removed.
 */
export const fateSchema = v.pipe(
  v.strictObject({
    fate: v.picklist(['lost', 'duplicated', 'delayed', 'held']),
    type: v.optional(typePattern, '*'),
    /** Only events about this order, even those that don't name it. */
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
    /** Oldest first; `times` counts down. */
    list: (): readonly Fate[] => fates.map((fate) => ({ ...fate })),
    /** Returns whether any fate was removed. */
    remove(isMeant: (fate: Fate) => boolean): boolean {
      const before = fates.length;
      fates = fates.filter((fate) => !isMeant(fate));
      return fates.length < before;
    },
    /** The oldest fate that fits the event, counted down. */
    take(event: Fated): Fate | undefined {
      const fate = fates.find((one) => one.times !== 0 && fits(one, event));
      if (fate?.times !== undefined) fate.times -= 1;
      return fate;
    },
  };
};

const fits = ({ type, orderId }: Fate, event: Fated): boolean =>
  matchesType(type, event.type) && (orderId === undefined || event.orderIds.includes(orderId));

export const matchesType = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
