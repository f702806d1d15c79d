import type { AnyMachineSnapshot } from 'xstate';
import { pathsOf } from '#tests/models/paths.ts';
import type { EventCase } from '#tests/models/test-model.ts';
import { pathOf, simulatePath, type TestPath } from '#tests/models/test-path.ts';
import { transitionsOf } from '#tests/models/transitions.ts';
import { type BeginWalk, prepareWalks } from '#tests/models/walk.ts';
import { type AnyBrowserTestModel, hasExecutor, isExecutable } from './browser-test-model.ts';
import { type StateGraph, stateGraphOf } from './state-graph.ts';

export interface PathSelection {
  /** Together, these take every transition that a browser can take. */
  readonly paths: readonly TestPath[];
  readonly untaken: readonly string[];
}

/**
 * Starting the app takes longer than continuing, so many short paths are slow.
 * Long ones hide where a failure began, and keep one worker busy after the other has finished.
 */
const longestPath = 30;

export const selectPaths = async (testModel: AnyBrowserTestModel): Promise<PathSelection> => {
  const { model } = testModel;
  const begin = prepareWalks(model);
  const starts = Object.keys(model.starts).map((start) => ({ start, graph: stateGraphOf(testModel, start) }));

  const all = transitionsOf(model.machine).map(({ name }) => name);
  const untaken = new Set(all);
  const paths: TestPath[] = [];
  for (;;) {
    const candidates: TestPath[] = [];
    for (const { start, graph } of starts)
      candidates.push(await greedyPath(testModel, begin, start, graph, untaken));
    const newIn = (path: TestPath) => takenBy(path).filter((name) => untaken.has(name));
    const best = candidates.reduce((leading, one) =>
      newIn(one).length > newIn(leading).length ? one : leading,
    );
    if (newIn(best).length === 0) break;
    for (const name of newIn(best)) untaken.delete(name);
    paths.push(best);
  }
  for (const name of all) {
    if (!untaken.has(name) || name in testModel.exempt) continue;
    const path = await shortestPathOver(testModel, begin, name);
    if (path === null) continue;
    for (const taken of takenBy(path)) untaken.delete(taken);
    paths.push(path);
  }
  return { paths, untaken: all.filter((name) => untaken.has(name)) };
};

const takenBy = ({ steps }: TestPath): readonly string[] => steps.at(-1)?.taken ?? [];

/** Repeatedly extends the path to the nearest new transition while it stays short. */
const greedyPath = async (
  testModel: AnyBrowserTestModel,
  begin: BeginWalk,
  start: string,
  graph: StateGraph,
  untaken: ReadonlySet<string>,
): Promise<TestPath> => {
  const outOfReach = new Set<string>();
  let path = await simulatePath(begin, { start, eventCases: [] });
  for (;;) {
    const here = path.steps.at(-1)?.after ?? path.initial;
    const taken = new Set(takenBy(path));
    const isNew = (name: string) => untaken.has(name) && !taken.has(name);
    const keyOf = (eventCase: EventCase, name: string) => `${eventCase.name}: ${name}`;
    const edges = graph.shortestPathOver(graph.vertexOf(here), ({ eventCase, names }) =>
      names.some((name) => isNew(name) && !outOfReach.has(keyOf(eventCase, name))),
    );
    const last = edges?.at(-1);
    if (edges === null || last === undefined) return path;
    const eventCases = [...pathOf(path).eventCases, ...edges.map(({ eventCase }) => eventCase)];
    const longer =
      eventCases.length > longestPath && path.steps.length > 0
        ? null
        : await simulatePath(begin, { start, eventCases }).catch(() => null);
    if (longer !== null && isExecutable(testModel, longer)) path = longer;
    else for (const name of last.names) outOfReach.add(keyOf(last.eventCase, name));
  }
};

const shortestPathOver = async (
  testModel: AnyBrowserTestModel,
  begin: BeginWalk,
  name: string,
): Promise<TestPath | null> => {
  const canHappen = (eventCase: EventCase, before: AnyMachineSnapshot) =>
    hasExecutor(testModel, eventCase, before);
  for (const path of pathsOf(testModel.model, canHappen)) {
    const { steps, ...rest } = await simulatePath(begin, path);
    const end = steps.findIndex(({ taken }) => taken.includes(name));
    const upToThere = { ...rest, steps: steps.slice(0, end + 1) };
    if (end >= 0 && isExecutable(testModel, upToThere)) return upToThere;
  }
  return null;
};
