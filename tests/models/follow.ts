import { brokenPromises } from './check.ts';
import { lineOf } from './expectation.ts';
import type { Model } from './model.ts';
import { type Path, wordsOf } from './paths.ts';
import { stimuliOf } from './stimuli.ts';
import type { BeginWalk } from './walk.ts';

/** What became of following one path. */
export interface Followed {
  /** Each step as one line. */
  readonly lines: readonly string[];
  /** The names of the transitions taken. */
  readonly taken: ReadonlySet<string>;
}

/** Follows a path on a running machine.
 *
 * @throws Error that tells the path in words, when it can't be followed to its end or breaks a promise of the model
 */
export async function follow(model: Model, begin: BeginWalk, path: Path): Promise<Followed> {
  const stimuli = stimuliOf(model);
  const walk = await begin(path.start);
  const lines: string[] = [];
  try {
    for (const [index, stimulus] of path.stimuli.entries()) {
      const fail = (reason: string, cause?: unknown) =>
        new Error(`${reason}, after: ${wordsOf({ ...path, stimuli: path.stimuli.slice(0, index + 1) })}`, {
          cause,
        });
      const step = await walk.take(stimulus).catch((error: unknown) => {
        throw fail(error instanceof Error ? error.message : 'It broke', error);
      });
      const [broken] = brokenPromises(model, stimuli, walk, step);
      if (broken !== undefined) throw fail(`Broken: ${broken}`);
      lines.push(lineOf(model, step));
    }
    return { lines, taken: walk.taken };
  } finally {
    walk.stop();
  }
}
