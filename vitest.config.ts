import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';

/** On a slow machine the tests that start processes of their own take seconds. */
const testTimeout = 30_000;

/**
 * The embedded database is compiled by V8's first compiler alone: the optimising one takes more than it gives back, in minutes
 * of a thousand sequences as well.
 */
const execArgv = ['--liftoff-only'];

interface Preparation {
  /** Where its tests are. */
  readonly folder?: string;
  /** Their names; those of {@link packedTests} run in a project of their own. */
  readonly files?: string;
  /** Run before each test file. */
  readonly setupFiles?: string[];
  /** Run once. */
  readonly globalSetup?: string[];
}

const suite = (
  name: string,
  { folder = `tests/${name}`, files = '*', setupFiles = [], globalSetup = [] }: Preparation = {},
) => ({
  plugins: [vanillaExtractPlugin()],
  test: {
    name,
    include: [`${folder}/**/${files}.test.{ts,tsx}`],
    exclude: files === packedTests ? [] : [`**/${packedTests}.test.ts`],
    globalSetup,
    setupFiles: ['tests/seeded.ts', ...setupFiles],
    environment: 'node',
    isolate: false,
    execArgv,
    testTimeout,
    hookTimeout: testTimeout,
    // By itself a poll gives up after a second, in which a busy machine may not have got round to it.
    expect: { poll: { timeout: 20_000 } },
  },
});

/** Each package as others get it, and other people's programs with it. */
const packedTests = '{tarball,nmi-pay}';
const buildStorePrograms = 'tests/build-store-programs.ts';
const makeDatabaseImages = 'tests/database-images.ts';

export default defineConfig({
  test: {
    // A run without `-u` writes no expectation: one that is missing fails.
    update: 'none',
    // Tests read these and don't import them: `vitest --changed` runs all when one has changed.
    forceRerunTriggers: [
      '**/{package.json,vitest.config.ts,vite.config.ts}',
      '**/{server/store/database,tests/models/expected,deploy,content,docs}/**/*.{sql,txt,conf,service,yml,yaml,md}',
    ],
    reporters: ['default', './tests/counts-reporter.ts'],
    // By itself Vitest leaves one core alone, which of two is half of them.
    maxWorkers: '100%',
    projects: [
      suite('unit', { setupFiles: ['tests/unit/setup.ts'], globalSetup: [makeDatabaseImages] }),
      ...['local-services', 'local-cognito', 'local-nmi'].map((name) =>
        suite(name, { folder: `packages/${name}/test`, setupFiles: ['tests/unit/setup.ts'] }),
      ),
      suite('packed', { folder: 'packages/*/test', files: packedTests }),
      suite('processes', {
        setupFiles: ['tests/unit/setup.ts'],
        globalSetup: [buildStorePrograms, makeDatabaseImages],
      }),
      suite('properties', { globalSetup: [makeDatabaseImages] }),
      suite('kills', { globalSetup: [buildStorePrograms, makeDatabaseImages] }),
      suite('models'),
      suite('soak', { globalSetup: [buildStorePrograms, makeDatabaseImages] }),
    ],
  },
});
