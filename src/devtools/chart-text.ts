import type { ChartTransition, Reference, TakenTransition, Trigger } from './chart.ts';

const seconds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** A duration, such as `30 s`. */
export const durationText = (milliseconds: number): string => `${seconds.format(milliseconds / 1000)} s`;

/** A transition's trigger: an event's name, `done signIn` or `after 30 s (tokenLimit)`. */
export const triggerText = (trigger: Trigger): string => {
  if (trigger.kind === 'event') return trigger.event;
  if ('invocation' in trigger) return `${trigger.kind} ${trigger.invocation}`;
  if (trigger.kind !== 'after') return trigger.kind;
  const { delay, milliseconds } = trigger;
  return milliseconds === null ? `after ${delay}` : `after ${durationText(milliseconds)} (${delay})`;
};

/** An action or a guard, such as `isDone` or `failedAs(token-refused)`. */
export const referenceText = ({ name, params }: Reference): string =>
  params.length === 0 ? name : `${name}(${params.join(', ')})`;

/** An arrow's label: the trigger, then the guard in brackets. */
export const transitionText = ({ trigger, guard }: TakenTransition): string =>
  guard === null ? triggerText(trigger) : `${triggerText(trigger)} [${referenceText(guard)}]`;

/** `Map.groupBy`, which Node.js 20 lacks. */
export const groupedBy = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

/** A transition's guard and targets, such as `[isRow] to open`; empty if it has neither. */
export const outcomeText = ({ source, targets, guard }: ChartTransition): string => {
  const names = targets.map((target) => nameSeenFrom(source, target)).join(', ');
  return [guard === null ? '' : `[${referenceText(guard)}]`, names === '' ? '' : `to ${names}`]
    .join(' ')
    .trim();
};

const parentOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

/** A state's key for its siblings and its parent; for others, its path in the machine. */
const nameSeenFrom = (source: string, target: string): string => {
  const parent = parentOf(target);
  return parent === source || parent === parentOf(source)
    ? target.slice(parent.length + 1)
    : target.slice(target.indexOf('.') + 1);
};

/** The paths of the innermost states, such as `list.shown` and `details.closed`. */
export const statePaths = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const inner = statePaths(part);
    return inner.length === 0 ? [key] : inner.map((path) => `${key}.${path}`);
  });
};

/** A state value as text, such as `processing.quoting` or `list.shown, details.closed`. */
export const valueText = (value: unknown): string => statePaths(value).join(', ');
