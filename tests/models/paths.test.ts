import { describe, expect, it } from 'vitest';
import { models } from './machines/index.ts';
import { countPaths, saveCounts } from './path-counts.ts';
import { pathsOf } from './paths.ts';
import { runPath } from './run-path.ts';
import { transitionsOf } from './transitions.ts';
import { prepareWalks } from './walk.ts';

describe.each(models)('each path through $name', (model) => {
  const begin = prepareWalks(model);

  it('keeps the model’s invariants, does as expected, and together they take every transition', async () => {
    const lines = new Set<string>();
    const takenByPath: ReadonlySet<string>[] = [];
    for (const path of pathsOf(model)) {
      const result = await runPath(model, begin, path);
      for (const line of result.lines) lines.add(line);
      takenByPath.push(result.taken);
    }
    const counts = countPaths(takenByPath);
    await saveCounts(model.name, counts);
    const untaken = transitionsOf(model.machine)
      .map(({ name }) => name)
      .filter((name) => counts[name] === undefined);
    expect(untaken, 'transitions that no path takes: give the model what leads there').toEqual([]);
    await expect(`${[...lines].sort().join('\n')}\n`).toMatchFileSnapshot(`expected/${model.name}.txt`);
  });
});
