import { type ChartState, chartOf, statesIn } from './chart.ts';
import { machines } from './machines.ts';

/** Every machine's chart by its id, parents first. */
export const charts: ReadonlyMap<string, ChartState> = new Map(
  Object.values(machines).map((machine) => [machine.id, chartOf(machine)]),
);

/** The chart of the machine that an actor runs; undefined for an actor that runs none. */
export const chartOfActor = (src: string): ChartState | undefined =>
  charts.get(src === 'otherVerification' ? 'verification' : src);

export const invokedMachines = ({ invocations }: Pick<ChartState, 'invocations'>): string[] =>
  invocations.flatMap(({ src }) => chartOfActor(src)?.id ?? []);

export interface Place {
  /** The state's full id. */
  readonly state: string;
  /** The id of the invocation. */
  readonly invocation: string;
  readonly child: ChartState;
}

/** Where a chart invokes child machines, in chart order. */
export const placesIn = (chart: ChartState): Place[] =>
  statesIn(chart).flatMap((state) =>
    state.invocations.flatMap(({ id, src }) => {
      const child = chartOfActor(src);
      return child === undefined ? [] : [{ state: state.id, invocation: id, child }];
    }),
  );

/** The names of the child machines in a chart, each once. */
export const childrenOf = (chart: ChartState): string[] => [
  ...new Set(placesIn(chart).map(({ child }) => child.id)),
];

/** The names of the machines that invoke a machine. */
export const parentsOf = (name: string): string[] =>
  [...charts.values()].filter((chart) => childrenOf(chart).includes(name)).map(({ id }) => id);

/** The machines that no other machine invokes. */
export const roots: readonly ChartState[] = [...charts.values()].filter(
  ({ id }) => parentsOf(id).length === 0,
);
