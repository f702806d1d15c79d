import { readPlaywrightReport, readVitestReport, type SuiteReport } from './reports.ts';

/** One step of the whole run. */
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
  readonly folder: string;
  /** How the files with tests end. */
  readonly testFiles: RegExp;
  /** Where the program writes its JSON report, and how to read it. */
  readonly reportFile: string;
  readonly readReport: (json: string) => SuiteReport | undefined;
}

const vitest = (name: string): Part => {
  const reportFile = `test-results/reports/${name}.json`;
  return {
    name,
    program: 'vitest',
    args: [
      'run',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ],
    suite: {
      folder: `tests/${name}`,
      testFiles: /\.test\.tsx?$/,
      reportFile,
      readReport: readVitestReport,
    },
  };
};

/** The report's name is fixed by tests/browser/playwright.config.ts. */
const playwright = (name: string): Part => ({
  name,
  program: '@playwright/test',
  args: ['test', '--config', 'tests/browser/playwright.config.ts', `--project=${name}`],
  suite: {
    folder: `tests/${name}`,
    testFiles: /\.spec\.ts$/,
    reportFile: 'test-results/reports/playwright.json',
    readReport: readPlaywrightReport,
  },
  needs: 'build',
});

/** Needs no build: its pages come from the app's dev server. */
const gallery: Part = {
  name: 'gallery',
  program: '@playwright/test',
  args: ['test', '--config', 'tests/gallery/playwright.config.ts'],
  suite: {
    folder: 'tests/gallery',
    testFiles: /\.spec\.ts$/,
    reportFile: 'test-results/reports/gallery.json',
    readReport: readPlaywrightReport,
  },
};

/** Every part, in the order of the run: what fails fast comes first. */
export const parts: readonly Part[] = [
  { name: 'types', program: 'typescript', args: ['--noEmit'] },
  { name: 'lint', program: '@biomejs/biome', args: ['check', '.'] },
  { name: 'dead code', program: 'knip', args: ['--no-progress'] },
  vitest('unit'),
  vitest('properties'),
  vitest('models'),
  { name: 'build', program: 'vite', args: ['build'] },
  playwright('browser'),
  gallery,
  playwright('faults'),
  playwright('models-browser'),
];
