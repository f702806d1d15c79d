import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fontSets, runToEnd, writeFontconfig } from './font-sets.ts';

const checks = [
  { name: 'pictures', args: ['--project=gallery', 'pictures', '--update-snapshots=none'] },
  { name: 'typeface', args: ['--project=browser', 'typeface'] },
] as const;

/**
 * Runs the checks with each font set. Returns whether all of them passed.
 * @param playwrightArgs further arguments, such as `-g login`
 */
export const passesWithEachFontSet = async (playwrightArgs: readonly string[]): Promise<boolean> => {
  if (process.platform !== 'linux') {
    console.error('Pictures are compared on Linux alone: other systems draw letters in their own way.');
    return false;
  }
  const cache = join('test-results', 'fonts');
  const folder = await mkdtemp(join(tmpdir(), 'coffer-fonts-'));
  try {
    const rows = [];
    for (const set of fontSets) {
      const fontconfig = await writeFontconfig(set, join(process.cwd(), cache), folder);
      const results = [];
      for (const { name, args } of checks) {
        console.log(`\n── ${name} with ${set.name}`);
        const output = join(cache, 'results', `${name}-${set.name}`);
        const code = await runToEnd(
          'npx',
          [
            'playwright',
            'test',
            '--config',
            'tests/playwright.config.ts',
            ...args,
            `--output=${output}`,
            ...playwrightArgs,
          ],
          { env: { ...process.env, FONTCONFIG_FILE: fontconfig } },
        );
        results.push(code === 0 ? 'passed' : 'failed');
      }
      rows.push([set.name, ...results]);
    }
    console.log(`\n${tableOf([['fonts', ...checks.map(({ name }) => name)], ...rows])}`);
    return rows.every((row) => !row.includes('failed'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const tableOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) =>
      cells
        .map((cell) => cell.padEnd(20))
        .join('')
        .trimEnd(),
    )
    .join('\n');
