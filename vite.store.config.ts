import { defineConfig, type EnvironmentOptions } from 'vite';
import { storeFolder } from './build/outputs.ts';
import { copyFiles } from './build/store/copy-files.ts';
import manifest from './package.json' with { type: 'json' };

/** The programs of the store's artefact, by the names of their files. */
const programs = { main: 'server/store/main.ts', coffer: 'server/store/coffer.ts' };

/** What is imported only where it is wanted, and found where it is installed. */
const optionalPackages = [
  // More than all the rest together, and no server needs it.
  '@electric-sql/pglite',
  '@electric-sql/pglite/node-postgres',
  'pg-native',
  // Schemas of other libraries than ours, which `hono-openapi` can read.
  'effect',
  'sury',
  'zod-to-json-schema',
  'zod/v4/core',
];

/** Each program is one file. */
const programEnvironment = ([name, source]: [string, string], place: number): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: true, external: optionalPackages },
  build: {
    // The programs lie side by side.
    emptyOutDir: place === 0,
    emitAssets: true,
    rolldownOptions: {
      input: { [name]: source },
      output: {
        entryFileNames: '[name].js',
        codeSplitting: false,
        sourcemapExcludeSources: true,
        // Without blanks alone: the names in a stack stay those of the source.
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
});

/** The store API as files that run on Node alone, with nothing to install. */
export default defineConfig({
  publicDir: false,
  define: { builtVersion: JSON.stringify(manifest.version) },
  build: { outDir: storeFolder, target: 'node20.19', sourcemap: true },
  plugins: [
    copyFiles({
      'products.json': 'server/store/products.json',
      migrations: 'server/store/database/migrations',
      functions: 'server/store/database/functions',
    }),
  ],
  environments: Object.fromEntries(
    Object.entries(programs).map((program, place) => [program[0], programEnvironment(program, place)]),
  ),
  builder: {
    async buildApp({ build, environments }) {
      for (const name of Object.keys(programs)) {
        const environment = environments[name];
        if (environment !== undefined) await build(environment);
      }
    },
  },
});
