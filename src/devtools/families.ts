import { type ChartState, chartOf, statesIn } from './chart.ts';
import { machines } from './machines.ts';

/** Every machine's chart by machine id, parents first. */
export const charts: ReadonlyMap<string, ChartState> = new Map(
  Object.values(machines).map((machine) => [machine.id, chartOf(machine)]),
);

/** Returns the chart of an actor's machine, or undefined if the actor isn't a machine. */
export const chartOfActor = (src: string): ChartState | undefined =>
  charts.get(src === 'otherVerification' ? 'verification' : src);

export const invokedMachines = ({ invocations }: Pick<ChartState, 'invocations'>): string[] =>
  invocations.flatMap(({ src }) => chartOfActor(src)?.id ?? []);

/** Returns the places where a chart invokes child machines, in chart order, by state id and invocation id. */
export const placesIn = (chart: ChartState) =>
  statesIn(chart).flatMap((state) =>
    state.invocations.flatMap(({ id, src }) => {
      const child = chartOfActor(src);
      return child === undefined ? [] : [{ state: state.id, invocation: id, child }];
    }),
  );

export type Place = ReturnType<typeof placesIn>[number];

/** Returns the names of a chart's child machines, without duplicates. */
export const childrenOf = (chart: ChartState): string[] => [
  ...new Set(placesIn(chart).map(({ child }) => child.id)),
];

/** Returns the names of the machines that invoke a machine. */
export const parentsOf = (name: string): string[] =>
  [...charts.values()].filter((chart) => childrenOf(chart).includes(name)).map(({ id }) => id);

/** The charts of machines that no other machine invokes. */
export const roots: readonly ChartState[] = [...charts.values()].filter(
  ({ id }) => parentsOf(id).length === 0,
);
