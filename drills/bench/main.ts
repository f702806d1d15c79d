/**
 * Measures the store with real services and a real browser, and writes docs/performance.md. `--check` exits
 * with 1 if a limit is missed. Names of parts (options.ts) measure only those and write nothing.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { startLocalServices } from '#tests/browser/local/services.ts';
import { type Figure, isWithinLimit } from './measure.ts';
import { type Options, type Part, parts, readOptions } from './options.ts';
import { measureBilling } from './pages/billing.ts';
import { measureDashboard } from './pages/dashboard.ts';
import { measureFirstPaints } from './pages/first-paint.ts';
import { measureScriptBytes } from './pages/script-bytes.ts';
import { measureSignIns } from './pages/sign-in.ts';
import type { Subjects } from './pages/subjects.ts';
import { measureUsable } from './pages/usable.ts';
import { prepareSubjects } from './prepare.ts';
import { writeDocument } from './report/document.ts';
import { rowOf } from './report/table.ts';
import { measureStore } from './store.ts';

const resultFile = 'test-results/bench.json';

chdir(fileURLToPath(new URL('../..', import.meta.url)));

const pageParts: Readonly<Record<Exclude<Part, 'store'>, (subjects: Subjects) => Promise<Figure[]>>> = {
  'first-paint': measureFirstPaints,
  usable: measureUsable,
  'sign-in': measureSignIns,
  dashboard: measureDashboard,
  bytes: measureScriptBytes,
  billing: measureBilling,
};

const report = (figures: readonly Figure[]): readonly Figure[] => {
  console.table(figures.map(rowOf));
  return figures;
};

const measure = async ({ parts, rounds }: Options): Promise<Figure[]> => {
  const figures: Figure[] = [];
  const disposables = createDisposableStack();
  try {
    const local = await startLocalServices({ name: 'bench' });
    disposables.defer(() => local.stop());
    const chosen = parts.filter((part) => part !== 'store');
    if (chosen.length > 0) {
      const subjects = await prepareSubjects(disposables, local.addresses, rounds);
      for (const part of chosen) figures.push(...report(await pageParts[part](subjects)));
      const complaints: Figure = {
        name: 'violations of the content security policy and messages in the console',
        value: subjects.complaints.length,
        unit: '',
        limit: 0,
        note: [...new Set(subjects.complaints)].join('; '),
      };
      figures.push(...report([complaints]));
    }
    if (parts.includes('store')) figures.push(...report(await measureStore(local.addresses)));
  } finally {
    await disposables.disposeAsync();
  }
  return figures;
};

const options = readOptions(process.argv.slice(2));
const figures = await measure(options);
await mkdir('test-results', { recursive: true });
await writeFile(resultFile, `${JSON.stringify(figures, null, 2)}\n`);
if (options.parts.length === parts.length) await writeDocument(figures);
process.exitCode = !options.check || figures.every(isWithinLimit) ? 0 : 1;
