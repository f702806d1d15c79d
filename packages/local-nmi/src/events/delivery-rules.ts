import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

const count = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** An event type, or a prefix of event types followed by `*`. */
export const typePattern = v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z.]*\*?$/));

/**
 * A rule for events. They are `lost`, sent `copies` times (`duplicated`), `delayed` by `delayMs`, or `held` until
 * released. Without `times`, a rule stays until it is removed.
 */
export const deliveryRuleSchema = v.pipe(
  v.strictObject({
    fate: v.picklist(['lost', 'duplicated', 'delayed', 'held']),
    type: v.optional(typePattern, '*'),
    /** Limits the rule to events about this order, even those that don't name it. */
    orderId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    times: v.optional(count(1, 1_000_000)),
    copies: v.optional(count(2, 20), 2),
    delayMs: v.optional(count(0, 24 * 60 * 60 * 1000)),
  }),
  v.check(
    ({ fate, delayMs }) => (fate === 'delayed') === (delayMs !== undefined),
    'Invalid delayMs: a "delayed" rule needs it, and other rules refuse it',
  ),
);
export type NewDeliveryRule = v.InferInput<typeof deliveryRuleSchema>;
export type DeliveryRule = v.InferOutput<typeof deliveryRuleSchema> & { readonly id: string };

interface MatchedEvent {
  readonly type: string;
  readonly orderIds: readonly string[];
}

export const createDeliveryRules = () => {
  let rules: (DeliveryRule & { times?: number | undefined })[] = [];
  return {
    add(rule: NewDeliveryRule): DeliveryRule {
      const added = { ...v.parse(deliveryRuleSchema, rule), id: randomUUID() };
      rules.push(added);
      return { ...added };
    },
    /** Lists the rules, oldest first. `times` counts down. */
    list: (): readonly DeliveryRule[] => rules.map((rule) => ({ ...rule })),
    /** Removes rules. Returns whether any was removed. */
    remove(isMeant: (rule: DeliveryRule) => boolean): boolean {
      const before = rules.length;
      rules = rules.filter((rule) => !isMeant(rule));
      return rules.length < before;
    },
    /** Returns the oldest rule that matches an event, and counts it down. */
    take(event: MatchedEvent): DeliveryRule | undefined {
      const rule = rules.find((one) => one.times !== 0 && fits(one, event));
      if (rule?.times !== undefined) rule.times -= 1;
      return rule;
    },
  };
};

const fits = ({ type, orderId }: DeliveryRule, event: MatchedEvent): boolean =>
  matchesType(type, event.type) && (orderId === undefined || event.orderIds.includes(orderId));

export const matchesType = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
