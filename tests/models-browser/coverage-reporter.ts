import { writeFile } from 'node:fs/promises';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import * as v from 'valibot';
import { coverageOf, transitionsOf } from '#tests/model-testing/coverage.ts';
import type { AnyTestModel } from '#tests/model-testing/test-model.ts';
import { models } from '#tests/models/machines/index.ts';
import { type PathCounts, readCounts } from '#tests/models/path-counts.ts';
import { exemptions, suts } from './suts.ts';

const report = 'test-results/models/coverage.md';
const walksProject = 'models-browser';
const walkedPrefix = 'walked ';
const namesSchema = v.array(v.string());

/** Tests that execute no path: one per model for its transitions, and two for all models. */
const checks = suts.length + 2;

const sectionOf = ({ name, machine }: AnyTestModel, atActor: PathCounts, onScreen: PathCounts): string => {
  const names = transitionsOf(machine).map((transition) => transition.name);
  const share = (counts: PathCounts) => {
    const taken = names.filter((transition) => counts[transition] !== undefined).length;
    return `${taken} of ${names.length}`;
  };
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = names.map((transition) => {
    const screen = onScreen[transition] ?? exemptions[name]?.[transition] ?? 'not walked';
    return `| \`${cell(transition)}\` | ${atActor[transition] ?? 0} | ${cell(String(screen))} |`;
  });
  return [
    `## ${name}\n`,
    `At the actor ${share(atActor)} transitions, on the screens ${share(onScreen)}.\n`,
    '| Transition | Paths at the actor | Paths on the screens |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
};

/**
 * After a complete, passing run, reports which transitions its paths took in the browser, next to those
 * that the last run without a browser took, at the actors and in the simulated DOM.
 */
export default class CoverageReporter implements Reporter {
  readonly #paths = new Map<string, string[][]>();
  #planned = 0;
  #walked = 0;

  onTestEnd({ annotations, parent }: TestCase, { status }: TestResult): void {
    if (parent.project()?.name !== walksProject) return;
    this.#planned += 1;
    if (status !== 'passed') return;
    for (const { type, description } of annotations) {
      if (!type.startsWith(walkedPrefix)) continue;
      const machine = type.slice(walkedPrefix.length);
      const names = v.parse(namesSchema, JSON.parse(description ?? '[]'));
      this.#paths.set(machine, [...(this.#paths.get(machine) ?? []), names]);
      this.#walked += 1;
    }
  }

  async onEnd({ status }: FullResult): Promise<void> {
    const isWhole = suts.every(({ model }) => this.#paths.has(model.name));
    if (status !== 'passed' || !isWhole || this.#planned !== this.#walked + checks) return;
    const sections: string[] = [];
    for (const model of models) {
      const atActor = await readCounts(model.name);
      const paths = this.#paths.get(model.name);
      const onScreen =
        paths === undefined
          ? await readCounts(`${model.name}-dom`)
          : coverageOf(model.machine, paths).transitions.counts;
      if (atActor === null || onScreen === null) return;
      sections.push(sectionOf(model, atActor, onScreen));
    }
    await writeFile(report, `${[head, ...sections].join('\n\n')}\n`);
  }
}

const head = `<!-- Made by \`npm run test:models\` from the record of its own run. -->

# What the generated paths have walked

How many paths took each transition: against the running machine with injected outcomes, and through the real screens: in Chromium with the real local services, or in a simulated DOM with a scripted store.`;
