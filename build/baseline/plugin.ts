import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { newerInScript } from './scripts.ts';
import { newerInStyles } from './styles.ts';

/** The minimum browser versions, also listed in docs/hosting.md. */
export const oldestBrowsers = ['chrome109', 'firefox115', 'safari16.0'];

const textsOf = (html: string, element: RegExp): string =>
  [...html.matchAll(element)].map(([, text = '']) => text).join('\n');

const checks: Readonly<Record<string, (text: string) => readonly string[]>> = {
  js: newerInScript,
  css: newerInStyles,
  html: (html) => [
    ...newerInScript(textsOf(html, /<script>(.*?)<\/script>/gs)),
    ...newerInStyles(textsOf(html, /<style>(.*?)<\/style>/gs)),
  ],
};

/** Only developers load these files, and they use recent browsers. */
const forDevelopers = /\/(?:elk\.bundled|stately-inspector)-/;

/** Fails the build if scripts, workers, lazy chunks, styles or inline code need a newer browser. */
export const baseline = (): Plugin => {
  let site = '';
  return {
    name: 'baseline',
    apply: 'build',
    configResolved({ root, build }) {
      site = resolve(root, build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = (await readdir(site, { recursive: true })).filter((name) => !forDevelopers.test(name));
        const problems = await Promise.all(
          names.map(async (name) => {
            const check = checks[name.slice(name.lastIndexOf('.') + 1)];
            const newer = check?.(await readFile(join(site, name), 'utf8')) ?? [];
            return newer.map((what) => `${name} uses ${what}, which the oldest supported browsers lack`);
          }),
        );
        if (problems.flat().length > 0) this.error(problems.flat().join('\n'));
      },
    },
  };
};
