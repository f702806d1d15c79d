import { readPlaywrightReport, readVitestReport, type SuiteReport } from './reports.ts';

/** One program of a run. */
export interface Part {
  readonly name: string;
  /** The npm package whose program is run, and the program's arguments. */
  readonly program: string;
  readonly args: readonly string[];
  /** What makes a part a suite: tests to find and to count. */
  readonly suite?: Suite;
  /** The part without whose success this one cannot work. */
  readonly needs?: string;
}

export interface Suite {
  readonly folders: readonly string[];
  /** How the files with tests end. */
  readonly testFiles: RegExp;
  /** Where the program writes its JSON report, and how to read it. */
  readonly reportFile: string;
  readonly readReport: (json: string) => SuiteReport | undefined;
}

type VitestProject = 'unit' | 'models' | 'processes' | 'properties' | 'kills' | 'soak';
type PlaywrightProject = 'acceptance' | 'browser' | 'gallery' | 'faults' | 'models-browser' | 'soak';

/** Several projects in one program share its start. */
const vitest = (...projects: VitestProject[]): Part => {
  const reportFile = `test-results/reports/${projects.join('-')}.json`;
  return {
    name: projects.join(', '),
    program: 'vitest',
    args: [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ],
    suite: {
      folders: projects.map((project) => `tests/${project}`),
      testFiles: /\.test\.tsx?$/,
      reportFile,
      readReport: readVitestReport,
    },
  };
};

/** Several projects in one program share its local services. The report's name is fixed by tests/playwright.config.ts. */
const playwright = (...projects: PlaywrightProject[]): Part => ({
  name: projects.join(', '),
  program: '@playwright/test',
  args: [
    'test',
    '--config',
    'tests/playwright.config.ts',
    ...projects.map((project) => `--project=${project}`),
  ],
  suite: {
    folders: projects.map((project) => `tests/${project}`),
    testFiles: /\.spec\.ts$/,
    reportFile: 'test-results/reports/playwright.json',
    readReport: readPlaywrightReport,
  },
  needs: 'build',
});

const types: Part = { name: 'types', program: 'typescript', args: ['--noEmit'] };
const lint: Part = { name: 'lint', program: '@biomejs/biome', args: ['check', '.'] };
const deadCode: Part = { name: 'dead code', program: 'knip', args: ['--no-progress'] };
const build: Part = { name: 'build', program: 'vite', args: ['build'] };
const storeBuild: Part = {
  name: 'store build',
  program: 'vite',
  args: ['build', '--config', 'vite.store.config.ts'],
};

/** A run: its stages in their order, the parts of a stage side by side. */
export type Run = readonly (readonly Part[])[];

/** The runs of more than one part, by the names under which `tests/run.ts` takes them. */
export const runs: Readonly<Record<'test' | 'deep' | 'stress' | 'soak', Run>> = {
  test: [[types, lint, deadCode, storeBuild, build], [vitest('unit', 'models')], [playwright('acceptance')]],
  deep: [
    [playwright('browser', 'gallery', 'faults', 'models-browser')],
    [vitest('processes', 'properties', 'kills')],
  ],
  soak: [
    [storeBuild, build],
    [playwright('soak', 'models-browser', 'gallery')],
    [vitest('soak', 'models', 'properties', 'kills')],
  ],
  stress: [
    [vitest('unit', 'models', 'processes', 'properties', 'kills')],
    [playwright('acceptance', 'browser', 'faults', 'models-browser', 'gallery')],
  ],
};

/** Every part that can be run alone. */
export const parts: readonly Part[] = [
  types,
  lint,
  deadCode,
  build,
  storeBuild,
  vitest('unit'),
  vitest('models'),
  vitest('processes'),
  vitest('properties'),
  vitest('kills'),
  playwright('acceptance'),
  { ...playwright('acceptance', 'browser'), name: 'browser' },
  playwright('gallery'),
  playwright('faults'),
  playwright('models-browser'),
];
