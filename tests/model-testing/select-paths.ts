import fc from 'fast-check';
import type { AnyMachineSnapshot } from 'xstate';
import { namesOfTaken, transitionsOf } from './coverage.ts';
import { eventCasesOf } from './event-cases.ts';
import { type CanHappen, canTake, type Graph, graphOf, pathsOf, shortestPaths } from './graph.ts';
import { type EventCase, pathOf, type TestPath } from './test-model.ts';
import { runPath, takenBy } from './test-paths.ts';
import { type AnyTestSut, hasExecutor, isExecutable } from './test-sut.ts';
import { prepareWalks } from './walk.ts';

export interface PathSelection {
  /** Paths that together take every transition that the system can take. */
  readonly paths: readonly TestPath[];
  readonly untaken: readonly string[];
}

type Simulate = (start: string, eventCases: readonly EventCase[]) => Promise<TestPath>;

/** Returns a function that runs a path on the machine, to learn the state that the system must show after each step. */
const simulatorOf = <Driver>({ model }: AnyTestSut<Driver>): Simulate => {
  const begin = prepareWalks(model);
  return (start, eventCases) => runPath(model, begin, { start, eventCases });
};

/** Appends event cases to a path. Returns null if the system can't execute the result. */
const extend = async <Driver>(
  sut: AnyTestSut<Driver>,
  simulate: Simulate,
  path: TestPath,
  more: readonly EventCase[],
): Promise<TestPath | null> => {
  const longer = await simulate(path.start, [...pathOf(path).eventCases, ...more]).catch(() => null);
  return longer !== null && isExecutable(sut, longer) ? longer : null;
};

const endOf = ({ initial, steps }: TestPath): AnyMachineSnapshot => steps.at(-1)?.after ?? initial;

/**
 * Maximum steps of a path. Shorter paths start the app more often, which is slow. With longer paths, failures are
 * harder to locate, and one worker stays busy after the other has finished.
 */
const longestPath = 30;

export const selectPaths = async <Driver>(sut: AnyTestSut<Driver>): Promise<PathSelection> => {
  const { machine, starts: inputs } = sut.model;
  const simulate = simulatorOf(sut);
  const starts = Object.keys(inputs).map((start) => ({ start, graph: executableGraph(sut, start) }));

  const all = transitionsOf(machine).map(({ name }) => name);
  const untaken = new Set(all);
  const newIn = (path: TestPath) => takenBy(path).filter((name) => untaken.has(name));
  const paths: TestPath[] = [];
  const select = (path: TestPath) => {
    for (const name of takenBy(path)) untaken.delete(name);
    paths.push(path);
  };
  for (;;) {
    const candidates: TestPath[] = [];
    for (const { start, graph } of starts)
      candidates.push(await greedyPath(sut, simulate, start, graph, untaken));
    const best = candidates.reduce((leading, one) =>
      newIn(one).length > newIn(leading).length ? one : leading,
    );
    if (newIn(best).length === 0) break;
    select(best);
  }
  for (const name of all) {
    if (!untaken.has(name) || name in sut.exempt) continue;
    const path = await shortestPathOver(sut, simulate, name);
    if (path !== null) select(path);
  }
  return { paths, untaken: all.filter((name) => untaken.has(name)) };
};

interface ExecutableGraph extends Graph {
  vertexOf(snapshot: AnyMachineSnapshot): string;
  namesOf(before: AnyMachineSnapshot, eventCase: EventCase): readonly string[];
}

/** Returns the graph of executable event cases. States with the same executable event cases can share a vertex. */
const executableGraph = <Driver>(sut: AnyTestSut<Driver>, start: string): ExecutableGraph => {
  const { model } = sut;
  const nameOf = namesOfTaken(model.machine);
  const canHappen: CanHappen = (eventCase, before) => hasExecutor(sut, eventCase, before);
  const vertexOf = (snapshot: AnyMachineSnapshot): string => {
    const possible = eventCasesOf(model).filter(
      (eventCase) => canTake(snapshot, eventCase) && canHappen(eventCase, snapshot),
    );
    return JSON.stringify([snapshot.value, model.serializeState(snapshot), possible.map(({ name }) => name)]);
  };
  return {
    ...graphOf(model, start, vertexOf, canHappen),
    vertexOf,
    namesOf: (before, { event }) =>
      model.machine
        .getTransitionData(before, event)
        .map(nameOf)
        .filter((name) => name !== undefined),
  };
};

/** Repeatedly extends a path to the nearest untaken transition, while the path is short enough. */
const greedyPath = async <Driver>(
  sut: AnyTestSut<Driver>,
  simulate: Simulate,
  start: string,
  graph: ExecutableGraph,
  untaken: ReadonlySet<string>,
): Promise<TestPath> => {
  const outOfReach = new Set<string>();
  let path = await simulate(start, []);
  for (;;) {
    const taken = new Set(takenBy(path));
    const keyOf = ({ name }: EventCase, transition: string) => `${name}: ${transition}`;
    const { wanted } = shortestPaths(graph, graph.vertexOf(endOf(path)), ({ before, eventCase }) =>
      graph
        .namesOf(before, eventCase)
        .some((name) => untaken.has(name) && !taken.has(name) && !outOfReach.has(keyOf(eventCase, name))),
    );
    const last = wanted?.at(-1);
    if (wanted === null || last === undefined) return path;
    const isShort = path.steps.length === 0 || path.steps.length + wanted.length <= longestPath;
    const more = wanted.map(({ eventCase }) => eventCase);
    const longer = isShort ? await extend(sut, simulate, path, more) : null;
    if (longer !== null) path = longer;
    else
      for (const name of graph.namesOf(last.before, last.eventCase))
        outOfReach.add(keyOf(last.eventCase, name));
  }
};

const shortestPathOver = async <Driver>(
  sut: AnyTestSut<Driver>,
  simulate: Simulate,
  name: string,
): Promise<TestPath | null> => {
  for (const { start, eventCases } of pathsOf(sut.model, (eventCase, before) =>
    hasExecutor(sut, eventCase, before),
  )) {
    const path = await simulate(start, eventCases);
    const end = path.steps.findIndex(({ taken }) => taken.includes(name));
    const upToThere = { ...path, steps: path.steps.slice(0, end + 1) };
    if (end >= 0 && isExecutable(sut, upToThere)) return upToThere;
  }
  return null;
};

const longestRandomPath = 14;

export const randomPath = async <Driver>(sut: AnyTestSut<Driver>, seed: number): Promise<TestPath> => {
  const simulate = simulatorOf(sut);
  const all = eventCasesOf(sut.model);
  const starts = Object.keys(sut.model.starts);
  const [first = 0, ...picks] = fc.sample(fc.nat(), { seed, numRuns: longestRandomPath + 1 });

  let path = await simulate(starts[first % starts.length] ?? '', []);
  for (const pick of picks) {
    const here = endOf(path);
    const possible = all.filter(({ event }) => here.can(event));
    const turn = pick % possible.length;
    for (const eventCase of [...possible.slice(turn), ...possible.slice(0, turn)]) {
      // Skip a case if the system can't execute it, or if its invocation or timer isn't running.
      const longer = await extend(sut, simulate, path, [eventCase]);
      if (longer === null) continue;
      path = longer;
      break;
    }
  }
  return path;
};
