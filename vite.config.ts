import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { baseline, oldestBrowsers } from './build/baseline.ts';
import { nativeIntegers } from './build/native-integers.ts';
import { siteFolder } from './build/outputs.ts';
import { precompress } from './build/precompress.ts';
import { prerender } from './build/prerender/plugin.ts';
import { stampSources } from './build/sources.ts';
import { stripDescriptions } from './build/strip-descriptions.ts';
import { trimReact } from './build/trim-react.ts';
import manifest from './package.json' with { type: 'json' };

const inProject = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Patterns of the modules in each chunk, which also contains their imports. The first match wins. */
const chunks: Readonly<Record<string, RegExp>> = {
  // A single file for the sign-in page needs one round trip and compresses best.
  first:
    /src\/(main|routes\/_guest\/login|features\/account\/sign-in-screen|ui\/(VisuallyHidden|theme\/monospace))\./,
  // Shared by the account operations and the dashboard, which don't need each other.
  shared:
    /node_modules\/valibot|contract\/characters|src\/(services\/(abort|trusted-scripts)|ui\/use-copy|domain\/text|texts\/authenticator)\./,
  // Shared by a customer's pages, and by the legal documents if a customer reads them.
  header: /src\/features\/shell\/account-header\./,
  // A single file for the dashboard's first view.
  dashboard: /src\/(app\/customer\/customer\.ts|routes\/_signed-in(\/dashboard)?\.tsx.*tsr-split)/,
  activity: /src\/routes\/_signed-in\/activity\.tsx.*tsr-split/,
  // Shared by account pages and dialogs.
  fields:
    /src\/(ui\/(CodeField|read-code)|features\/(shared\/(reformat-input|new-password-field)|account\/recovery-links)|domain\/phone|texts\/account-steps)\./,
  authenticator: /src\/features\/shared\/authenticator-secret\./,
  'sign-up': /src\/(routes\/_guest\/signup.*tsr-split|features\/account\/sign-up)/,
  // The other account pages, which few visitors need.
  account: /src\/(routes\/(_guest|verify-email).*tsr-split|features\/account\/)/,
  'toast-board': /src\/.*\/toast-(account|board|place)\./,
  // The dashboard preloads this chunk, because its later code shares parts of it.
  security: /src\/(routes\/_signed-in\/security\.tsx.*tsr-split|ui\/Checkbox\.)/,
  'dashboard-later': /src\/(app\/purchase\/purchase-services|features\/dashboard\/later-parts)\./,
  download: /src\/(app\/ledger\/(ledger-download|csv-file)|domain\/dates)\.ts/,
  identity: /src\/services\/identity\/account\.ts/,
  profile: /src\/(routes\/_signed-in\/profile\.tsx.*tsr-split|services\/identity\/profile)/,
  // Loaded when a user first presses a passkey button or opens the list of passkeys.
  passkeys: /src\/(services\/identity\/passkey|texts\/passkeys\.)/,
  documents: /src\/(routes\/(terms|privacy).*tsr-split|features\/shell\/document)/,
};

/** With `isSsrBuild`, builds a program that renders the app's pages. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routes.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      disableLogging: true,
    }),
    nativeIntegers(),
    stripDescriptions(),
    trimReact(),
    react(),
    vanillaExtractPlugin(),
    !isSsrBuild && [command === 'build' && precompress(), prerender(), baseline(), stampSources()],
  ],
  resolve: {
    alias: [
      // Vite's helper doesn't retry a missing file.
      { find: '\0vite/preload-helper.js', replacement: inProject('src/chunks/import-chunk.ts') },
      // These packages polyfill hooks that React has had since version 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // amazon-cognito-identity-js uses Node's `global`.
  define: { global: 'globalThis', builtVersion: JSON.stringify(manifest.version) },
  // By default, Vite scans every HTML file in the repository, including the benchmark's.
  optimizeDeps: { entries: ['index.html', 'gallery.html'] },
  build: {
    outDir: siteFolder,
    target: oldestBrowsers,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Vite's default returns no files if there is only one.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'js' ? [...new Set([file, ...files])] : files,
    },
    rolldownOptions: {
      // No getter here has side effects, and neither does a schema (`v.object`), so unused schemas can be removed.
      treeshake: {
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
        manualPureFunctions: ['v'],
        moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
      },
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: { groups: Object.entries(chunks).map(([name, test]) => ({ name, test })) },
      },
    },
  },
}));
