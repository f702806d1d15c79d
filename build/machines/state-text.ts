import type { ChartState, ChartTransition, Trigger } from '#devtools/chart.ts';
import { durationText, groupedBy, outcomeText, triggerText } from '#devtools/chart-text.ts';

/** Returns a trigger's text without the name of its timer, such as `after 30 s`. */
const shortTriggerText = (trigger: Trigger): string =>
  trigger.kind === 'after' && trigger.milliseconds !== null
    ? `after ${durationText(trigger.milliseconds)}`
    : triggerText(trigger);

/** Returns the distinct triggers that a state reacts to. */
export const reactionTexts = ({ transitions }: ChartState): string[] => [
  ...new Set(transitions.map(({ trigger }) => shortTriggerText(trigger))),
];

/**
 * Returns a line for each of a state's transitions, with its target. Transitions with the same trigger share a
 * heading.
 */
export const transitionLines = ({ transitions }: ChartState): string[] =>
  [...groupedBy(transitions, ({ eventType }) => eventType).values()].flatMap(linesOfTrigger);

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
