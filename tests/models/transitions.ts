import type { AnyStateMachine, AnyTransitionDefinition, StateNode } from 'xstate';
import { type ChartTransition, chartOf, statesIn } from '#features/machines/chart.ts';
import { transitionText } from '#features/machines/wording.ts';

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
export function transitionsOf(machine: AnyStateMachine): NamedTransition[] {
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
}

/** Finds the name of a transition that a machine took. Knows only the transitions of the machine that it was made for. */
export function namesOfTaken(
  machine: AnyStateMachine,
): (taken: AnyTransitionDefinition) => string | undefined {
  const names = transitionsOf(machine).map(({ name }) => name);
  const definitions = nodesIn(machine.root).flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);
  const byDefinition = new Map(definitions.map((definition, index) => [definition, names[index]]));
  return (taken) => byDefinition.get(taken);
}

/** In the order of the chart, as `statesIn` has it. */
const nodesIn = (node: StateNode): StateNode[] => [node, ...Object.values(node.states).flatMap(nodesIn)];
