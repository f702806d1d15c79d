/** Measures the store with real services and a real browser: a table, and the same as JSON in test-results/bench.json. */
import { mkdir, writeFile } from 'node:fs/promises';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '#tests/browser/chromium.ts';
import { createConsole } from '#tests/browser/console.ts';
import { newPerson } from '#tests/browser/people.ts';
import { startSandbox } from '#tests/browser/sandbox/sandbox.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { measureHistoryPages } from './history-pages.ts';
import { measureLedgerPaint } from './ledger-paint.ts';
import { type Figure, isWithinLimit } from './measure.ts';

const transactions = 100_000;
const resultFile = 'test-results/bench.json';

chdir(fileURLToPath(new URL('..', import.meta.url)));

const sandbox = await startSandbox({ name: 'bench' });

const measure = async (): Promise<Figure[]> => {
  const { app, console: consoleOrigin, store } = sandbox.addresses;
  const person = newPerson();
  await createConsole(consoleOrigin).createUser(person, transactions);

  const executablePath = await findChromium();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ baseURL: app, viewport: { width: 1280, height: 900 } });
    const { signIn, ledger } = screensOf(page);
    const reading = page.waitForRequest((request) => request.url().includes('/api/transactions/history'));
    await signIn.openAs(person);
    const authorization = (await (await reading).headerValue('authorization')) ?? '';
    await ledger.rows.first().waitFor();
    const painting = await measureLedgerPaint(page);
    await page.close();
    return [...(await measureHistoryPages({ store, authorization })), ...painting];
  } finally {
    await browser.close();
  }
};

const rowOf = (figure: Figure) => {
  const { name, value, unit, limit, note = '' } = figure;
  const amount = (number: number) => `${number.toFixed({ '×': 2, ms: 1, frames: 0 }[unit])} ${unit}`;
  return {
    Measured: name,
    Figure: amount(value),
    Limit: limit === undefined ? '' : amount(limit),
    Met: isWithinLimit(figure) ? 'yes' : 'NO',
    Details: note,
  };
};
try {
  const figures = await measure();
  await mkdir('test-results', { recursive: true });
  await writeFile(resultFile, `${JSON.stringify({ transactions, figures }, null, 2)}\n`);
  console.table(figures.map(rowOf));
  console.log(`The same as JSON: ${resultFile}`);
  process.exitCode = figures.every(isWithinLimit) ? 0 : 1;
} finally {
  await sandbox.stop();
}
