import {
  type ChartState,
  type ChartTransition,
  type Reference,
  type TakenTransition,
  type Trigger,
  transitionsIn,
} from './chart.ts';

const seconds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** A duration, such as `30 s`. */
export const durationText = (milliseconds: number): string => `${seconds.format(milliseconds / 1000)} s`;

/** A transition's trigger: an event's name, `done signIn` or `after 30 s (tokenLimit)`. */
export const triggerText = (trigger: Trigger): string => {
  switch (trigger.kind) {
    case 'event':
      return trigger.event;
    case 'done':
    case 'error':
    case 'snapshot':
      return `${trigger.kind} ${trigger.invocation}`;
    case 'after':
      return trigger.milliseconds === null
        ? `after ${trigger.delay}`
        : `after ${durationText(trigger.milliseconds)} (${trigger.delay})`;
    case 'always':
    case 'finished':
      return trigger.kind;
  }
};

/** An action or a guard, such as `isDone` or `failedAs(token-refused)`. */
export const referenceText = ({ name, params }: Reference): string =>
  params.length === 0 ? name : `${name}(${params.join(', ')})`;

/** An arrow's label: the trigger, then the guard in brackets. */
export const transitionText = ({ trigger, guard }: TakenTransition): string =>
  guard === null ? triggerText(trigger) : `${triggerText(trigger)} [${referenceText(guard)}]`;

/** The transitions that don't leave the state. */
export const internalTexts = ({ transitions }: ChartState): string[] =>
  transitions.filter(({ targets }) => targets.length === 0).map(transitionText);

/** A trigger without its timer's name, such as `after 30 s`. */
const shortTriggerText = (trigger: Trigger): string =>
  trigger.kind === 'after' && trigger.milliseconds !== null
    ? `after ${durationText(trigger.milliseconds)}`
    : triggerText(trigger);

/** What a state reacts to, each once. */
export const reactionTexts = ({ transitions }: ChartState): string[] => [
  ...new Set(transitions.map(({ trigger }) => shortTriggerText(trigger))),
];

/**
 * All that a state says about its transitions: one line for each, with its target. Transitions with the
 * same trigger share a heading.
 */
export const transitionLines = ({ transitions }: ChartState): string[] =>
  [...groupedBy(transitions, ({ eventType }) => eventType).values()].flatMap(linesOfTrigger);

/** `Map.groupBy`, which Node.js 20 lacks. */
export const groupedBy = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const linesOfTrigger = ([first, ...others]: readonly ChartTransition[]): string[] => {
  if (first === undefined) return [];
  const trigger = shortTriggerText(first.trigger);
  if (others.length === 0) return [`${trigger} ${outcomeText(first)}`.trimEnd()];
  return [
    trigger,
    ...[first, ...others].map(
      (transition) => `  ${transition.guard === null ? 'else ' : ''}${outcomeText(transition)}`,
    ),
  ];
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

/** An arrow between two states, given by their full ids, with the labels of all its transitions. */
export interface ChartArrow {
  readonly from: string;
  readonly to: string;
  readonly labels: ReadonlySet<string>;
}

/** One arrow for each pair of states, in chart order. */
export const arrowsOf = (chart: ChartState): ChartArrow[] => {
  const arrows = new Map<string, ChartArrow & { readonly labels: Set<string> }>();
  for (const transition of transitionsIn(chart))
    for (const to of transition.targets) {
      const from = transition.source;
      const arrow = arrows.get(`${from} ${to}`) ?? { from, to, labels: new Set() };
      arrow.labels.add(transitionText(transition));
      arrows.set(`${from} ${to}`, arrow);
    }
  return [...arrows.values()];
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
