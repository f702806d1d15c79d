import type { ChartTransition, Reference, TakenTransition, Trigger } from './chart.ts';

const seconds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** Formats a duration, such as `30 s`. */
export const durationText = (milliseconds: number): string => `${seconds.format(milliseconds / 1000)} s`;

/** Formats a trigger: an event's name, `done signIn` or `after 30 s (tokenLimit)`. */
export const triggerText = (trigger: Trigger): string => {
  if (trigger.kind === 'event') return trigger.event;
  if ('invocation' in trigger) return `${trigger.kind} ${trigger.invocation}`;
  if (trigger.kind !== 'after') return trigger.kind;
  const { delay, milliseconds } = trigger;
  return milliseconds === null ? `after ${delay}` : `after ${durationText(milliseconds)} (${delay})`;
};

/** Formats an action or guard, such as `isDone` or `isFor(authenticator-code)`. */
export const referenceText = ({ name, params }: Reference): string =>
  params.length === 0 ? name : `${name}(${params.join(', ')})`;

/** Formats a transition: the trigger, then the guard in brackets. */
export const transitionText = ({ trigger, guard }: TakenTransition): string =>
  guard === null ? triggerText(trigger) : `${triggerText(trigger)} [${referenceText(guard)}]`;

/** Works like `Map.groupBy`, which Node.js 20 lacks. */
export const groupedBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

/** Formats a transition's guard and targets, such as `[isRow] to open`. Empty if it has neither. */
export const outcomeText = ({ source, targets, guard }: ChartTransition): string => {
  const names = targets.map((target) => nameSeenFrom(source, target)).join(', ');
  return [guard === null ? '' : `[${referenceText(guard)}]`, names === '' ? '' : `to ${names}`]
    .join(' ')
    .trim();
};

const parentOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

/** Returns the target's key if the source is its sibling or parent, or else its path in the machine. */
const nameSeenFrom = (source: string, target: string): string => {
  const parent = parentOf(target);
  return parent === source || parent === parentOf(source)
    ? target.slice(parent.length + 1)
    : target.slice(target.indexOf('.') + 1);
};

/** Returns the paths of the innermost states, such as `list.shown` and `details.closed`. */
export const statePaths = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const inner = statePaths(part);
    return inner.length === 0 ? [key] : inner.map((path) => `${key}.${path}`);
  });
};

/** Formats a state value, such as `processing.quoting` or `list.shown, details.closed`. */
export const valueText = (value: unknown): string => statePaths(value).join(', ');
