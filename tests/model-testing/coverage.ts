import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { type ChartTransition, chartOf, statesIn } from '#devtools/chart.ts';
import { transitionText } from '#devtools/chart-text.ts';

/** A transition with its name, such as `list.failed: history.retried`. */
export interface NamedTransition {
  readonly name: string;
  readonly transition: ChartTransition;
}

/**
 * Returns the machine's transitions in chart order.
 * @throws {Error} if two transitions of a state would have the same name
 */
export const transitionsOf = (machine: AnyStateMachine): NamedTransition[] => {
  const chart = chartOf(machine);
  const named = statesIn(chart)
    .flatMap(({ transitions }) => transitions)
    .map((transition) => {
      const state = transition.source === chart.id ? '(any)' : transition.source.slice(chart.id.length + 1);
      return { name: `${state}: ${transitionText(transition)}`, transition };
    });
  const names = named.map(({ name }) => name);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined)
    throw new Error(`${chart.id} has two transitions "${double}": guard them by name`);
  return named;
};

export interface Definition {
  readonly node: AnyStateNode;
  readonly definition: AnyTransitionDefinition;
}

/** Returns XState's definitions of the same transitions, in the same order. */
export const definitionsIn = (machine: AnyStateMachine): Definition[] => definitionsBelow(machine.root);

const definitionsBelow = (node: AnyStateNode): Definition[] => [
  ...[...[...node.transitions.values()].flat(), ...(node.always ?? [])].map((definition) => ({
    node,
    definition,
  })),
  ...Object.values(node.states).flatMap(definitionsBelow),
];

/** Returns a function that finds a taken transition's name. It works only for this instance of the machine. */
export const namesOfTaken = (
  machine: AnyStateMachine,
): ((taken: AnyTransitionDefinition) => string | undefined) => {
  const names = transitionsOf(machine).map(({ name }) => name);
  const byDefinition = new Map(
    definitionsIn(machine).map(({ definition }, index) => [definition, names[index]]),
  );
  return (taken) => byDefinition.get(taken);
};

/** Counts how paths cover a machine. @param taken the names of each path's transitions */
export const coverageOf = (machine: AnyStateMachine, taken: Iterable<Iterable<string>>) => {
  /** Number of paths that took each transition. */
  const counts: Record<string, number> = {};
  for (const names of taken) for (const name of new Set(names)) counts[name] = (counts[name] ?? 0) + 1;
  const uncovered = transitionsOf(machine).flatMap(({ name }) => (counts[name] === undefined ? [name] : []));
  return { transitions: { counts, uncovered } };
};
