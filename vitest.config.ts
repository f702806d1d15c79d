import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';

/** Timeout in ms. Tests that start processes take seconds on a slow machine. */
const testTimeout = 30_000;

/** Disables V8's optimizing compiler, which costs the embedded database more time than it saves, even in long runs. */
const execArgv = ['--liftoff-only'];

interface Preparation {
  readonly folder?: string;
  /** Pattern of file names. Excludes {@link packedTests}, which run in their own project. */
  readonly files?: string;
  readonly setupFiles?: string[];
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
    setupFiles: ['tests/setup.ts', ...setupFiles],
    environment: 'node',
    isolate: false,
    execArgv,
    testTimeout,
    hookTimeout: testTimeout,
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
});

/** Tests of packed packages and other vendors' programs. */
const packedTests = '{tarball,nmi-pay}';
const buildStorePrograms = 'tests/build-store-programs.ts';
const makeDatabaseImages = 'tests/database-images.ts';

export default defineConfig({
  test: {
    // Without `-u`, a missing snapshot makes the test fail.
    update: 'none',
    // Tests read these files without importing them, so a change must rerun all tests.
    forceRerunTriggers: [
      '**/{package.json,vitest.config.ts,vite.config.ts}',
      '**/{server/store/database,tests/models/expected,tests/unit/architecture,deploy,docs}/**/*.{sql,txt,conf,service,yml,yaml,md}',
    ],
    reporters: ['default', './tests/counts-reporter.ts'],
    // By default, Vitest leaves one core unused.
    maxWorkers: '100%',
    projects: [
      suite('unit', { setupFiles: ['tests/unit/setup.ts'], globalSetup: [makeDatabaseImages] }),
      ...['local-services', 'local-cognito', 'local-nmi'].map((name) =>
        suite(name, { folder: `packages/${name}/test`, setupFiles: ['tests/unit/setup.ts'] }),
      ),
      suite('coffer-client', {
        folder: 'packages/coffer-client/test',
        setupFiles: ['tests/unit/setup.ts'],
        globalSetup: [makeDatabaseImages],
      }),
      suite('packed', {
        folder: 'packages/*/test',
        files: packedTests,
        globalSetup: [makeDatabaseImages],
      }),
      suite('processes', {
        setupFiles: ['tests/unit/setup.ts'],
        globalSetup: [buildStorePrograms, makeDatabaseImages],
      }),
      suite('properties', { globalSetup: [makeDatabaseImages] }),
      suite('kills', { globalSetup: [buildStorePrograms, makeDatabaseImages] }),
      ...['models', 'models-dom'].map((name) => suite(name)),
      suite('soak', { globalSetup: [buildStorePrograms, makeDatabaseImages] }),
    ],
  },
});
