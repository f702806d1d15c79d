import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { statesIn } from '#devtools/chart.ts';
import { transitionText } from '#devtools/chart-text.ts';
import { charts } from '#devtools/families.ts';
import { machineDocuments } from '../../../build/machines/documents.ts';

const documents = await machineDocuments();

test.each([...documents])('the document %s is up to date', async (path, text) => {
  const written = await readFile(path, 'utf8').catch(() => '');
  expect(written === text, `${path} is out of date: run \`npm run machines\``).toBe(true);
});

test('each machine definition has the id that its file name says', () => {
  const definitions = [...documents].filter(([path]) => path.endsWith('.json'));
  expect(definitions.length).toBeGreaterThanOrEqual(3);
  for (const [path, text] of definitions)
    expect(v.parse(v.object({ id: v.string() }), JSON.parse(text))).toEqual({
      id: /([\w-]+)\.json$/.exec(path)?.[1],
    });
});

test('the charts have every transition that questions.md names', async () => {
  const questions = await readFile('docs/machines/questions.md', 'utf8');
  const steps = [...questions.matchAll(/^- \[(.+)\]\(\1\.svg\), (?:outermost box|`(.+)`): `(.+)`$/gm)];
  expect(steps).toHaveLength(questions.match(/^- /gm)?.length ?? 0);
  for (const [step, machine = '', path, transition] of steps) {
    const id = path === undefined ? machine : `${machine}.${path}`;
    const state = [...charts.values()].flatMap(statesIn).find((each) => each.id === id);
    expect(state?.transitions.map(transitionText), step).toContain(transition);
  }
});
