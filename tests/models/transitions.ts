import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { type ChartTransition, chartOf, statesIn } from '#devtools/chart.ts';
import { transitionText } from '#devtools/chart-text.ts';

/** A transition of a chart by a name of its own, such as `list.failed: history.retried`. */
export interface NamedTransition {
  readonly name: string;
  readonly transition: ChartTransition;
}

/**
 * Every transition of a machine, in the order of the chart.
 *
 * @throws Error when two of one state would have the same name
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

/** A transition as a running machine has it, and the state that it belongs to. */
export interface Definition {
  readonly node: AnyStateNode;
  readonly definition: AnyTransitionDefinition;
}

/** The same transitions in the same order, as XState reads them. */
export const definitionsIn = (machine: AnyStateMachine): Definition[] => definitionsBelow(machine.root);

const definitionsBelow = (node: AnyStateNode): Definition[] => [
  ...[...[...node.transitions.values()].flat(), ...(node.always ?? [])].map((definition) => ({
    node,
    definition,
  })),
  ...Object.values(node.states).flatMap(definitionsBelow),
];

/** Finds the name of a transition that a machine took. Knows only the transitions of the machine that it was made for. */
export const namesOfTaken = (
  machine: AnyStateMachine,
): ((taken: AnyTransitionDefinition) => string | undefined) => {
  const names = transitionsOf(machine).map(({ name }) => name);
  const byDefinition = new Map(
    definitionsIn(machine).map(({ definition }, index) => [definition, names[index]]),
  );
  return (taken) => byDefinition.get(taken);
};
