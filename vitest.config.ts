import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';

const suite = (name: string) => ({
  plugins: [vanillaExtractPlugin()],
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: 'node' },
});

export default defineConfig({
  test: { projects: [suite('unit'), suite('models')], isolate: false },
});
