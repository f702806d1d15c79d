import type { EventObject } from 'xstate';
import { valueText } from '#devtools/chart-text.ts';
import { coverageOf } from './coverage.ts';
import { eventCasesOf } from './event-cases.ts';
import { pathsOf } from './graph.ts';
import {
  type AnyTestModel,
  descriptionOf,
  type EventCase,
  type Path,
  type TestPath,
  type TestStep,
} from './test-model.ts';
import { type BeginWalk, prepareWalks, type Walk } from './walk.ts';

const noLeak = 'no snapshot and no message contains a secret';

/** Returns whether a snapshot or a message contains one of the model's secrets. */
const isLeaking = (
  { secrets }: AnyTestModel,
  { context, output }: TestStep['after'],
  ...messages: unknown[]
) => {
  if (secrets.length === 0) return false;
  const text = JSON.stringify([context, output, messages]);
  return secrets.some((secret) => text.includes(secret));
};

/**
 * Returns whether an active machine can't continue: no outcome, timer or event can happen.
 * Checks events last, because that is slower.
 */
const isDeadEnd = (walk: Walk, eventCases: readonly EventCase[]): boolean =>
  walk.snapshot().status === 'active' &&
  !eventCases.some((eventCase) => eventCase.kind !== 'event' && walk.isPossible(eventCase)) &&
  !eventCases.some((eventCase) => eventCase.kind === 'event' && walk.snapshot().can(eventCase.event));

/**
 * Takes event cases until `next` returns undefined.
 * @throws {Error} that describes the path if the path can't finish or breaks an invariant
 */
export const runCases = async (
  model: AnyTestModel,
  begin: BeginWalk,
  start: string,
  next: (walk: Walk, all: readonly EventCase[], index: number) => EventCase | undefined,
): Promise<TestPath> => {
  const all = eventCasesOf(model);
  const invariant = Object.entries(model.invariant);
  const walk = await begin(start);
  const initial = walk.snapshot();
  const steps: TestStep[] = [];
  const happened: EventCase[] = [];
  try {
    if (isLeaking(model, initial)) throw new Error(`Broken: ${noLeak}`);
    for (;;) {
      const eventCase = next(walk, all, happened.length);
      if (eventCase === undefined) return { start, initial, steps };
      happened.push(eventCase);
      const step = await walk.take(eventCase);
      steps.push(step);
      const broken = invariant.flatMap(([name, holds]) => (holds(step) ? [] : [name]));
      if (isLeaking(model, step.after, step.emitted, step.sent)) broken.push(noLeak);
      if (isDeadEnd(walk, all)) broken.push('there is always a way on');
      if (broken.length > 0) throw new Error(`Broken: ${broken.join('; ')}`);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'It broke';
    throw new Error(`${reason}, after: ${descriptionOf({ start, eventCases: happened })}`, { cause });
  } finally {
    walk.stop();
  }
};

export const runPath = (model: AnyTestModel, begin: BeginWalk, { start, eventCases }: Path) =>
  runCases(model, begin, start, (_walk, _all, index) => eventCases[index]);

const where = (model: AnyTestModel, snapshot: TestStep['after']): string => {
  const words = model.formatSnapshot(snapshot);
  const value = valueText(snapshot.value);
  return words.length === 0 ? value : `${value} (${words.join(', ')})`;
};

const typeOf = ({ type }: EventObject): string => type;

/** Formats a step as a line of text, without payloads. */
export const formatStep = (
  model: AnyTestModel,
  { before, eventCase, after, begun, emitted, sent }: TestStep,
): string => {
  const told = (verb: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${verb} ${names.join(', ')}`];
  return [
    where(model, before),
    eventCase.kind === 'timer' ? `${eventCase.name}, ${eventCase.milliseconds} ms` : eventCase.name,
    where(model, after),
    ...told('begins', begun),
    ...told('tells', emitted.map(typeOf)),
    ...told('sends', sent.map(typeOf)),
  ].join(' | ');
};

export const takenBy = ({ steps }: TestPath): readonly string[] => steps.at(-1)?.taken ?? [];

/**
 * Runs the shortest paths over each edge of the machine's graph, with simulated actors and timers.
 * @throws {Error} that describes the first path that can't finish or breaks an invariant
 */
export const testPaths = async (model: AnyTestModel) => {
  const begin = prepareWalks(model);
  const results: TestPath[] = [];
  for (const path of pathsOf(model)) results.push(await runPath(model, begin, path));
  return { coverage: coverageOf(model.machine, results.map(takenBy)), results };
};
