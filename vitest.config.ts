import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';

/** On a slow machine the tests that start processes of their own take seconds. */
const testTimeout = 30_000;

const suite = (name: string) => ({
  plugins: [vanillaExtractPlugin()],
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: 'node',
    isolate: false,
    testTimeout,
    hookTimeout: testTimeout,
  },
});

export default defineConfig({ test: { projects: [suite('unit'), suite('properties'), suite('models')] } });
