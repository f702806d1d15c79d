import type { ChartTransition, Reference, Trigger } from './chart.ts';

const seconds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** A length of time, such as `30 s`. */
export const durationText = (milliseconds: number): string => `${seconds.format(milliseconds / 1000)} s`;

/** What sets a transition off: an event's name, `done signIn`, `after 30 s (tokenLimit)`. */
export function triggerText(trigger: Trigger): string {
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
      return 'always';
    case 'finished':
      return 'finished';
  }
}

/** An action or a guard, such as `isDone` or `failedAs(token-refused)`. */
export const referenceText = ({ name, params }: Reference): string =>
  params.length === 0 ? name : `${name}(${params.join(', ')})`;

/** A transition as an arrow is labelled: what sets it off, and its guard in brackets. */
export const transitionText = ({ trigger, guard }: ChartTransition): string =>
  guard === null ? triggerText(trigger) : `${triggerText(trigger)} [${referenceText(guard)}]`;
