import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { blockingScript } from './build/blocking-script.ts';
import { firstLoadBudget } from './build/first-load.ts';
import { markdown } from './build/markdown.ts';
import { precompress } from './build/precompress.ts';
import { preloadFont } from './build/preload-font.ts';
import { stampSources } from './build/sources.ts';
import { stripDescriptions } from './build/strip-descriptions.ts';

const loginRoutes = ['src/routes/__root.tsx', 'src/routes/_guest.tsx', 'src/routes/_guest/login.tsx'];

export default defineConfig(({ command }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routes.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      disableLogging: true,
    }),
    markdown(),
    stripDescriptions(),
    react(),
    vanillaExtractPlugin(),
    blockingScript('/src/ui/theme/first-theme.ts'),
    firstLoadBudget('/login', loginRoutes),
    preloadFont(/figtree-.*\.woff2$/),
    command === 'build' && precompress(),
    stampSources(),
  ],
  resolve: {
    alias: [
      // React itself has what these stand in for where it is older than 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // amazon-cognito-identity-js reads Node's `global`.
  define: { global: 'globalThis' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              // The sign-in page with all that it needs is one file: one round trip, and the best compression.
              name: 'first',
              test: /src\/(main|routes\/_guest\/login|features\/account\/sign-in-screen|ui\/VisuallyHidden)\.tsx/,
            },
            // So are the other account pages, of which a visitor rarely sees just one, and the documents.
            {
              name: 'account',
              test: /src\/(routes\/(_guest\/|verify-email).*tsr-split|features\/account\/)/,
            },
            { name: 'signed-in', test: /src\/routes\/_signed-in\.tsx.*tsr-split/ },
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
