import fc from 'fast-check';
import type { AnyTestModel } from './test-model.ts';
import { runCases } from './test-paths.ts';
import { prepareWalks } from './walk.ts';

/**
 * Runs random sequences of possible events, including events that a state ignores.
 * @throws {Error} that describes a shortest sequence that breaks an invariant
 */
export const propertyTest = (
  model: AnyTestModel,
  { numRuns, maxCommands }: { readonly numRuns: number; readonly maxCommands: number },
): Promise<void> => {
  const begin = prepareWalks(model);
  return fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(model.starts)),
      fc.array(fc.nat(), { minLength: 1, maxLength: maxCommands, size: 'max' }),
      async (start, picks) => {
        await runCases(model, begin, start, (walk, all, index) => {
          const pick = picks[index];
          if (pick === undefined || walk.snapshot().status !== 'active') return undefined;
          const possible = all.filter(walk.isPossible);
          return possible[pick % possible.length];
        });
      },
    ),
    { numRuns },
  );
};
