import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { userPoolClientId, userPoolId } from '#local/services.ts';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { createConsole } from '#tests/browser/console.ts';
import type { Addresses } from '#tests/browser/local/addresses.ts';
import { newPerson } from '#tests/browser/people.ts';
import { type StorageEntries, sessionOf } from '#tests/browser/stored-session.ts';
import { siteFolder } from '../../build/outputs.ts';
import { launchBrowser, newSlowPage, newVisitor } from './pages/browser.ts';
import { noteRequests, parallelHtml } from './pages/parallel-page.ts';
import { staticHtmlOf } from './pages/static-page.ts';
import { firstRow, pageSettles } from './pages/timings.ts';
import { buildPeers } from './peers/build.ts';
import { writeFolder } from './servers/folder.ts';
import { startSites } from './servers/sites.ts';

const workFolder = '.tmp/bench';
/** A sign-in form with hardly any styles. */
const barestLogin = 'drills/bench/pages/barest-login.html';
const transactions = 40;

export type Subjects = Awaited<ReturnType<typeof prepareSubjects>>;

export const prepareSubjects = async (disposables: DisposableStack, local: Addresses, rounds: number) => {
  const person = { ...newPerson(), email: 'bench@example.com' };
  await createConsole(local.console).createUser(person, transactions);
  const session = await sessionOf(local.pool, person);
  const sites = await startSites(disposables, local);
  const pool = { userPoolId, clientId: userPoolClientId, endpoint: `${sites.pool}/` };
  await buildPeers(`${workFolder}/peers`, pool);
  const browser = await launchBrowser(sites.certificate);
  disposables.defer(() => browser.close());
  await writeFolder(
    `${workFolder}/floors`,
    await floorsOf(browser, sites.ours, session),
    `${siteFolder}/assets`,
  );
  const complaints: string[] = [];
  return {
    browser,
    rounds,
    /** Uncaught errors and console messages of our pages, such as CSP violations. */
    complaints,
    /** The user pool's origin. */
    pool: sites.pool,
    ours: sites.ours,
    /** The fastest possible versions of our pages: static HTML, and a dashboard that loads in parallel. */
    floors: await sites.publishPages(`${workFolder}/floors`),
    /** The same pages without our site's headers. */
    bareFloors: await sites.publishFolder(`${workFolder}/floors`),
    amplifyUi: await sites.publishFolder(`${workFolder}/peers/amplify-ui`),
    plain: await sites.publishFolder(`${workFolder}/peers/plain`),
    billingForm: await sites.publishFolder(`${workFolder}/peers/billing`),
    person,
    session,
  };
};

/** Returns the fastest possible versions of our pages, by file name. */
const floorsOf = async (
  browser: Browser,
  origin: string,
  entries: StorageEntries,
): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  const guest = await newVisitor(browser);
  for (const name of ['login', 'signup', 'forgot-password']) {
    const { page } = await newSlowPage(guest, { isSlowNetwork: false });
    await page.goto(`${origin}/${name}`);
    await pageSettles(page);
    files.set(`${name}.html`, await staticHtmlOf(page));
  }
  await guest.close();
  files.set('barest-login.html', await readFile(barestLogin, 'utf8'));

  const customer = await newVisitor(browser, { origin, entries });
  // Use the same speed as the measurement, because it changes which requests precede the first row.
  const { page } = await newSlowPage(customer);
  const taken = noteRequests(page);
  await page.goto(`${origin}/dashboard`);
  await firstRow(page);
  const requests = await taken();
  await pageSettles(page);
  files.set('parallel.html', parallelHtml(await textAt(page, '/dashboard'), requests, origin));
  files.set('dashboard.html', await staticHtmlOf(page));
  files.set('config.json', await textAt(page, '/config.json'));
  await customer.close();
  return files;
};

const textAt = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (address) => (await fetch(address)).text(), path);
