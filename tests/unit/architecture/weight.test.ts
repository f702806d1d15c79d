import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { chartOf, statesIn } from '#devtools/chart.ts';
import { machines } from '#devtools/machines.ts';
import { fileLines, functionLines, limits, smallFileLines, type Table } from './limits.ts';
import { longFunctionsIn } from './long-functions.ts';

const foreign = /^(node_modules|dist|test-results|playwright-report|\..*)$/;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (foreign.test(entry.name)) return [];
    const path = join(folder, entry.name).replaceAll('\\', '/');
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

const sources = new Map(
  filesBelow('.')
    .filter((file) => /\.([jt]sx?|mjs|css|html|sql)$/.test(file) && !file.endsWith('.gen.ts'))
    .map((file) => [file, readFileSync(file, 'utf8')] as const),
);
const linesOf = new Map([...sources].map(([file, source]) => [file, source.split('\n').length - 1]));

const linesOfFolders = (): Table => {
  const sums: Record<string, number> = {};
  for (const [file, lines] of linesOf) {
    const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : 'root';
    sums[folder] = (sums[folder] ?? 0) + lines;
  }
  return sums;
};

const testsPerProductLine = (): number => {
  let [tests, product] = [0, 0];
  for (const [file, lines] of linesOf)
    if (/^(tests|packages\/[^/]+\/test)\//.test(file)) tests += lines;
    else if (/^(contract|machines|packages|server|src)\//.test(file)) product += lines;
  return Math.ceil((tests / product) * 100) / 100;
};

const reportSchema = v.object({ statistics: v.object({ total: v.object({ duplicatedLines: v.number() }) }) });

/** Returns the number of duplicated lines. The options of `jscpd` are in .jscpd.json. */
const repeatedLines = (): number => {
  const program = fileURLToPath(import.meta.resolve('jscpd/run-jscpd.js'));
  const folder = mkdtempSync(join(tmpdir(), 'coffer-jscpd-'));
  try {
    execFileSync(process.execPath, [program, '--reporters', 'json', '--output', folder], { stdio: 'pipe' });
    const report: unknown = JSON.parse(readFileSync(join(folder, 'jscpd-report.json'), 'utf8'));
    return v.parse(reportSchema, report).statistics.total.duplicatedLines;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const charts = Object.entries(machines).map(([name, machine]) => ({
  name,
  states: statesIn(chartOf(machine)).slice(1),
}));

/** Returns the ids of the charts that a machine's transitions name as targets. */
const jumpsIn = (name: string): string[] => {
  const source = [...sources].find(([file]) => file.startsWith('machines/') && file.endsWith(`/${name}.ts`));
  return [...(source?.[1] ?? '').matchAll(/'#([\w-]+)[.']/g)].map(([, id = '']) => id);
};

const written = (figure: number): string => figure.toLocaleString('en-US').replaceAll(',', '_');

/**
 * Returns the corrected lines for a table's wrong entries. `slack` is the fraction by which a figure can be below
 * its limit. `common` is the limit for entries that the table doesn't list.
 */
const problemsIn = (figures: Table, table: Table, slack: number, common = 0): string[] =>
  [...new Set([...Object.keys(figures), ...Object.keys(table)])].flatMap((name) => {
    const { [name]: figure } = figures;
    const { [name]: limit = common } = table;
    if (figure === undefined) return [`'${name}' can be removed`];
    if (figure <= limit && figure >= limit * (1 - slack)) return [];
    const problem = figure > limit ? 'is above the limit' : 'can replace the limit';
    return [`'${name}': ${written(figure)}, // ${problem} ${written(limit)}`];
  });

describe('code size', () => {
  test('stays within the line limit of each top-level folder', () => {
    expect(problemsIn(linesOfFolders(), limits.folders, 0.01)).toEqual([]);
  });

  test('stays within the line limit of each file', () => {
    const long = Object.fromEntries([...linesOf].filter(([, lines]) => lines > fileLines));
    expect(problemsIn(long, limits.longFiles, 0.01, fileLines)).toEqual([]);
  });

  test('stays within the line limit of each function', () => {
    const long = [...sources]
      .filter(([file]) => /\.([jt]sx?|mjs)$/.test(file))
      .flatMap(([file, source]) => longFunctionsIn(file, source, functionLines));
    expect(problemsIn(Object.fromEntries(long), limits.longFunctions, 0, functionLines)).toEqual([]);
  });

  test('stays within the state limit of each machine', () => {
    const states = Object.fromEntries(charts.map((chart) => [chart.name, chart.states.length]));
    expect(problemsIn(states, limits.states, 1)).toEqual([]);
  });

  test('stays within the limits of the whole repository', () => {
    const figures = {
      smallFiles: [...linesOf.values()].filter((lines) => lines <= smallFileLines).length,
      testsPerProductLine: testsPerProductLine(),
      repeatedLines: repeatedLines(),
      jumps: charts.flatMap(({ name }) => jumpsIn(name)).length,
    };
    expect(problemsIn(figures, limits.repository, 0.01)).toEqual([]);
  });
});

test.each(charts)('no transition of the machine $name leaves its chart', ({ name }) => {
  expect(jumpsIn(name).filter((id) => id !== name)).toEqual([]);
});

test('there are at least six machines and eight final states', () => {
  const finals = charts.flatMap(({ states }) => states.filter(({ type }) => type === 'final'));
  expect(charts.length).toBeGreaterThanOrEqual(6);
  expect(finals.length).toBeGreaterThanOrEqual(8);
});
