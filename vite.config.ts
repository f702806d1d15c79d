import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { baseline, oldestBrowsers } from './build/baseline.ts';
import { chunkImports } from './build/chunk-imports.ts';
import { nativeIntegers } from './build/native-integers.ts';
import { siteFolder } from './build/outputs.ts';
import { precompress } from './build/precompress.ts';
import { prerender } from './build/prerender/plugin.ts';
import { stampSources } from './build/sources.ts';
import { stripDescriptions } from './build/strip-descriptions.ts';
import manifest from './package.json' with { type: 'json' };

/** With `isSsrBuild`, builds the app as a program that renders its own pages. */
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
    chunkImports(),
    react(),
    vanillaExtractPlugin(),
    !isSsrBuild && [command === 'build' && precompress(), prerender(), baseline(), stampSources()],
  ],
  resolve: {
    alias: [
      // These packages add what React before version 18 doesn't have.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // amazon-cognito-identity-js reads Node's `global`.
  define: { global: 'globalThis', builtVersion: JSON.stringify(manifest.version) },
  // By default Vite scans every HTML file in the repository, including the benchmark's.
  optimizeDeps: { entries: ['index.html', 'gallery.html'] },
  build: {
    outDir: siteFolder,
    target: oldestBrowsers,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // No getter here has side effects, nor has a schema (`v.object`). A schema that nothing uses needs no place.
      treeshake: {
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
        manualPureFunctions: ['v'],
        moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
      },
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          groups: [
            {
              // One file for the whole sign-in page: one round trip, and the best compression.
              name: 'first',
              test: /src\/(main|routes\/_guest\/login|features\/account\/sign-in-screen|ui\/(VisuallyHidden|theme\/monospace))\./,
            },
            // Shared by the account's operations and the dashboard, which don't need each other.
            {
              name: 'shared',
              test: /node_modules\/valibot|contract\/characters|src\/(services\/(abort|trusted-scripts)|domain\/text|texts\/authenticator)\./,
            },
            // Shared by a customer's pages, and the documents if a customer reads them.
            { name: 'header', test: /src\/features\/shell\/account-header\./ },
            // One file for the dashboard's first view.
            {
              name: 'dashboard',
              test: /src\/(app\/customer\/customer\.ts|routes\/_signed-in(\/dashboard)?\.tsx.*tsr-split)/,
            },
            { name: 'activity', test: /src\/routes\/_signed-in\/activity\.tsx.*tsr-split/ },
            // Shared by account pages and dialogs. Code fields are a separate file, because sign-up has none.
            { name: 'code-field', test: /src\/ui\/(CodeField|read-code)\./ },
            {
              name: 'fields',
              test: /src\/(features\/(shared\/reformat-input|account\/(new-password-field|phone-field|recovery-links))|domain\/phone|texts\/account-steps)\./,
            },
            { name: 'authenticator', test: /src\/features\/shared\/authenticator-secret\./ },
            {
              name: 'sign-up',
              test: /src\/(routes\/_guest\/signup.*tsr-split|features\/account\/sign-up)/,
            },
            // The other account pages. Visitors rarely need only one.
            {
              name: 'account',
              test: /src\/(routes\/(_guest\/(?!login_)|verify-email).*tsr-split|features\/account\/(?!challenges))/,
            },
            // Few sign-ins need more than a password.
            {
              name: 'challenge',
              test: /src\/(routes\/_guest\/login_.*tsr-split|features\/account\/challenges\/)/,
            },
            { name: 'clear-place', test: /src\/ui\/clear-place\./ },
            { name: 'toast-board', test: /src\/.*\/toast-(account|board)\./ },
            // The dashboard's later code shares parts of it, and so loads it ahead.
            { name: 'security', test: /src\/routes\/_signed-in\/security\.tsx.*tsr-split/ },
            { name: 'dashboard-later', test: /src\/app\/purchase\/purchase-services\.ts/ },
            { name: 'billing', test: /src\/routes\/_signed-in\/billing\.tsx.*tsr-split/ },
            { name: 'download', test: /src\/(app\/ledger\/(ledger-download|csv-file)|domain\/dates)\.ts/ },
            { name: 'identity', test: /src\/services\/identity\/account\.ts/ },
            // With the first press for a passkey, or the list of passkeys.
            { name: 'passkeys', test: /src\/(services\/identity\/passkey|texts\/passkeys\.)/ },
            {
              name: 'documents',
              test: /src\/(routes\/(terms|privacy).*tsr-split|features\/shell\/document)/,
            },
          ],
        },
      },
    },
  },
}));
