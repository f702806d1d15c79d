import { eventCasesOf } from './event-cases.ts';
import { lineOf } from './expectation.ts';
import { brokenInvariants } from './invariants.ts';
import { descriptionOf, type Path } from './paths.ts';
import type { AnyTestModel } from './test-model.ts';
import type { BeginWalk } from './walk.ts';

/** What became of one path. */
export interface PathResult {
  /** Each step as one line. */
  readonly lines: readonly string[];
  /** The names of the transitions taken. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Runs a path on the machine by itself.
 *
 * @throws Error that describes the path, when it can’t be run to its end or breaks an invariant of the model
 */
export const runPath = async (model: AnyTestModel, begin: BeginWalk, path: Path): Promise<PathResult> => {
  const eventCases = eventCasesOf(model);
  const walk = await begin(path.start);
  const lines: string[] = [];
  try {
    for (const [index, eventCase] of path.eventCases.entries()) {
      const fail = (reason: string, cause?: unknown) =>
        new Error(
          `${reason}, after: ${descriptionOf({ ...path, eventCases: path.eventCases.slice(0, index + 1) })}`,
          {
            cause,
          },
        );
      const step = await walk.take(eventCase).catch((error: unknown) => {
        throw fail(error instanceof Error ? error.message : 'It broke', error);
      });
      const [broken] = brokenInvariants(model, eventCases, walk, step);
      if (broken !== undefined) throw fail(`Broken: ${broken}`);
      lines.push(lineOf(model, step));
    }
    return { lines, taken: walk.taken };
  } finally {
    walk.stop();
  }
};
