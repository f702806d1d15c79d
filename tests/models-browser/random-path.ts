import fc from 'fast-check';
import { eventCasesOf } from '#tests/models/event-cases.ts';
import { pathOf, simulatePath, type TestPath } from '#tests/models/test-path.ts';
import { prepareWalks } from '#tests/models/walk.ts';
import { type AnyBrowserTestModel, isExecutable } from './browser-test-model.ts';

const longestPath = 14;

export const randomPath = async (testModel: AnyBrowserTestModel, seed: number): Promise<TestPath> => {
  const { model } = testModel;
  const begin = prepareWalks(model);
  const all = eventCasesOf(model);
  const starts = Object.keys(model.starts);
  const [first = 0, ...picks] = fc.sample(fc.nat(), { seed, numRuns: longestPath + 1 });
  const start = starts[first % starts.length] ?? '';

  let path = await simulatePath(begin, { start, eventCases: [] });
  for (const pick of picks) {
    const here = path.steps.at(-1)?.after ?? path.initial;
    const possible = all.filter((eventCase) => here.can(eventCase.event));
    const turn = pick % possible.length;
    for (const eventCase of [...possible.slice(turn), ...possible.slice(0, turn)]) {
      const eventCases = [...pathOf(path).eventCases, eventCase];
      // Fails if nothing has started what the case would end.
      const longer = await simulatePath(begin, { start, eventCases }).catch(() => null);
      if (longer === null || !isExecutable(testModel, longer)) continue;
      path = longer;
      break;
    }
  }
  return path;
};
