import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Allow files outside Stryker's copy of the repository, which has no packages.
  server: { fs: { strict: false } },
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    exclude: [
      'tests/unit/{architecture,build,ui,typefaces}/**',
      // This test reads a file of the packages.
      'tests/unit/contract/errors.test.ts',
      // These tests set the process's time zone, but Stryker runs tests in threads.
      'tests/unit/**/{chicago-time,dates,ledger-csv}.test.ts',
    ],
    globalSetup: ['tests/database-images.ts'],
    setupFiles: ['tests/setup.ts', 'tests/unit/setup.ts'],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
