import { createConsole } from '#tests/browser/console.ts';
import type { Addresses } from '#tests/browser/local/addresses.ts';
import { watchNetwork } from '#tests/browser/network-quiet.ts';
import { newPerson } from '#tests/browser/people.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { measureHistoryPages } from './history-pages.ts';
import { measureLedgerPaint } from './ledger-paint.ts';
import type { Figure } from './measure.ts';
import { launchBrowser } from './pages/browser.ts';

const transactions = 100_000;

/** Measures the store. @throws {Error} if the books are wrong at the end, which makes the figures meaningless */
export const measureStore = async ({ app, console: consoleOrigin, store }: Addresses): Promise<Figure[]> => {
  const person = newPerson();
  const local = createConsole(consoleOrigin);
  await local.createUser(person, transactions);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ baseURL: app, viewport: { width: 1280, height: 900 } });
    watchNetwork(page);
    const { signIn, ledger } = screensOf(page);
    const reading = page.waitForRequest((request) => request.url().includes('/api/transactions/history'));
    await signIn.openAs(person);
    const authorization = (await (await reading).headerValue('authorization')) ?? '';
    await ledger.rows.first().waitFor();
    const painting = await measureLedgerPaint(page);
    await page.close();
    const pages = await measureHistoryPages({ store, authorization });
    const errors = await local.bookErrors();
    if (errors.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(errors, null, 2)}`);
    return [...pages, ...painting];
  } finally {
    await browser.close();
  }
};
