import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { storeFolder } from './build/outputs.ts';
import manifest from './package.json' with { type: 'json' };

const programs = { main: 'server/store/main.ts', coffer: 'server/store/coffer.ts' };

/** Files that the programs read, by their name in the build. */
const readFiles = {
  'products.json': 'server/store/products/products.json',
  migrations: 'server/store/database/migrations',
  functions: 'server/store/database/functions',
};

/** Packages that are imported on demand and needn't be installed. */
const optionalPackages = [
  // Larger than everything else together, and not needed on servers.
  '@electric-sql/pglite',
  '@electric-sql/pglite/node-postgres',
  'pg-native',
  // Other schema libraries that `hono-openapi` supports.
  'effect',
  'sury',
  'zod-to-json-schema',
  'zod/v4/core',
];

const programEnvironment = ([name, source]: [string, string], place: number): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: true, external: optionalPackages },
  build: {
    // All programs share one folder, so only the first build empties it.
    emptyOutDir: place === 0,
    rolldownOptions: {
      input: { [name]: source },
      output: {
        entryFileNames: '[name].js',
        codeSplitting: false,
        sourcemapExcludeSources: true,
        // Removes only whitespace, so that stack traces keep the source's names.
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
});

/** Builds the store API, which then runs on Node without installed packages. */
export default defineConfig({
  publicDir: false,
  define: { builtVersion: JSON.stringify(manifest.version) },
  build: { outDir: storeFolder, target: 'node20.19', sourcemap: true },
  environments: Object.fromEntries(
    Object.entries(programs).map((program, place) => [program[0], programEnvironment(program, place)]),
  ),
  builder: {
    async buildApp({ build, config, environments }) {
      for (const name of Object.keys(programs)) {
        const environment = environments[name];
        if (environment !== undefined) await build(environment);
      }
      for (const [name, source] of Object.entries(readFiles))
        await cp(source, join(config.build.outDir, name), { recursive: true });
    },
  },
});
