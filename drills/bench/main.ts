/**
 * Measures the app and the store with local services and a real browser, and writes docs/performance.md. With
 * `--check`, exits with 1 if a figure exceeds its limit. Pass names of parts to measure only those, without writing.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { startLocalServices } from '#tests/browser/local/services.ts';
import { type Figure, isWithinLimit } from './measure.ts';
import { measureBilling } from './pages/billing.ts';
import { measureDashboard } from './pages/dashboard.ts';
import { measureFirstPaints } from './pages/first-paint.ts';
import { measureScriptBytes } from './pages/script-bytes.ts';
import { measureSignIns } from './pages/sign-in.ts';
import { measureUsable } from './pages/usable.ts';
import { prepareSubjects } from './prepare.ts';
import { rowOf, writeDocument } from './report.ts';
import { measureStore } from './store.ts';

const resultFile = 'test-results/bench.json';

chdir(fileURLToPath(new URL('../..', import.meta.url)));

const pageParts = {
  'first-paint': measureFirstPaints,
  usable: measureUsable,
  'sign-in': measureSignIns,
  dashboard: measureDashboard,
  bytes: measureScriptBytes,
  billing: measureBilling,
};
const parts = ['store', ...Object.keys(pageParts)];

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
if (!(Number.isInteger(rounds) && rounds > 0))
  throw new Error('--rounds must be a whole number of at least 1');
const unknown = positionals.find((name) => !parts.includes(name));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. There are ${parts.join(', ')}.`);
const isChosen = (part: string): boolean => positionals.length === 0 || positionals.includes(part);

const figures: Figure[] = [];
const report = (measured: readonly Figure[]): void => {
  console.table(measured.map(rowOf));
  figures.push(...measured);
};

const disposables = createDisposableStack();
try {
  const local = await startLocalServices({ name: 'bench' });
  disposables.defer(() => local.stop());
  const chosen = Object.entries(pageParts).filter(([part]) => isChosen(part));
  if (chosen.length > 0) {
    const subjects = await prepareSubjects(disposables, local.addresses, rounds);
    for (const [, measure] of chosen) report(await measure(subjects));
    const { complaints } = subjects;
    const note = [...new Set(complaints)].join('; ');
    report([
      { name: 'CSP violations and console messages', value: complaints.length, unit: '', limit: 0, note },
    ]);
  }
  if (isChosen('store')) report(await measureStore(local.addresses));
} finally {
  await disposables.disposeAsync();
}
await mkdir('test-results', { recursive: true });
await writeFile(resultFile, `${JSON.stringify(figures, null, 2)}\n`);
if (parts.every(isChosen)) await writeDocument(figures);
process.exitCode = !values.check || figures.every(isWithinLimit) ? 0 : 1;
