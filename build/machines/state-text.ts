import type { ChartState, ChartTransition, Trigger } from '#devtools/chart.ts';
import { durationText, groupedBy, outcomeText, triggerText } from '#devtools/chart-text.ts';

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
