import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { Path } from './paths.ts';
import type { Stimulus } from './stimuli.ts';
import type { BeginWalk } from './walk.ts';

/** A path as the machine goes it by itself, without a screen. */
export interface Rehearsal {
  readonly path: Path;
  /** Where the machine is at first. */
  readonly beginning: AnyMachineSnapshot;
  readonly steps: readonly RehearsedStep[];
}

export interface RehearsedStep {
  readonly stimulus: Stimulus;
  readonly before: AnyMachineSnapshot;
  readonly after: AnyMachineSnapshot;
  /** What the machine told others. */
  readonly emitted: readonly EventObject[];
  /** The names of the transitions that had been taken by then. */
  readonly taken: readonly string[];
}

/** Goes a path in advance: what a screen has to show after each step, and which transitions are taken by it. */
export async function rehearse(begin: BeginWalk, path: Path): Promise<Rehearsal> {
  const walk = await begin(path.start);
  const beginning = walk.snapshot();
  const steps: RehearsedStep[] = [];
  try {
    for (const stimulus of path.stimuli) {
      const { before, after, emitted } = await walk.take(stimulus);
      steps.push({ stimulus, before, after, emitted, taken: [...walk.taken] });
    }
    return { path, beginning, steps };
  } finally {
    walk.stop();
  }
}
