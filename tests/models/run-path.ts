import { eventCasesOf } from './event-cases.ts';
import { lineOf } from './expectation.ts';
import { brokenInvariants } from './invariants.ts';
import { descriptionOf, type Path } from './paths.ts';
import type { AnyTestModel } from './test-model.ts';
import type { BeginWalk } from './walk.ts';

export interface PathResult {
  readonly lines: readonly string[];
  readonly taken: ReadonlySet<string>;
}

/**
 * Runs a path on the machine without a screen.
 * @throws Error that describes the path if it can't finish or breaks an invariant
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
