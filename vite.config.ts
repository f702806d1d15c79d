import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLoadBudget } from './build/first-load-budget.ts';
import { firstLoadLimit } from './build/limits.ts';
import { markdown } from './build/markdown.ts';
import { precompress } from './build/precompress.ts';
import { stripDescriptions } from './build/strip-descriptions.ts';

export default defineConfig({
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
    firstLoadBudget({
      page: '/login',
      routes: ['src/routes/__root.tsx', 'src/routes/_guest.tsx', 'src/routes/_guest/login.tsx'],
      limit: firstLoadLimit,
    }),
    precompress(),
  ],
  // amazon-cognito-identity-js reads Node's `global`.
  define: { global: 'globalThis' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The sign-in page with all that it needs is one file: one round trip, and the best compression.
          groups: [
            {
              name: 'first',
              test: /src\/(main|routes\/_guest\/login|features\/account\/sign-in-screen)\.tsx/,
            },
          ],
        },
      },
    },
  },
});
