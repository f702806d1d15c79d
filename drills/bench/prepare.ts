import type { Browser, BrowserContext, Page } from '@playwright/test';
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
import type { Subjects } from './pages/subjects.ts';
import { firstRow, pageSettles } from './pages/timings.ts';
import { buildPeers } from './peers/build.ts';
import { writeFolder } from './servers/folder.ts';
import { type Sites, startSites } from './servers/sites.ts';

const workFolder = '.tmp/bench';
const guestPages = ['login', 'signup', 'forgot-password'] as const;
const transactions = 40;

export const prepareSubjects = async (
  disposables: DisposableStack,
  local: Addresses,
  rounds: number,
): Promise<Subjects> => {
  const person = { ...newPerson(), email: 'bench@example.com' };
  await createConsole(local.console).createUser(person, transactions);
  const session = await sessionOf(local.pool, person);
  const sites = await startSites(disposables, local);
  const pool = { userPoolId, clientId: userPoolClientId, endpoint: `${sites.pool}/` };
  await buildPeers(`${workFolder}/peers`, pool);
  const browser = await launchBrowser(sites.certificate);
  disposables.defer(() => browser.close());
  await writeFolder(`${workFolder}/floors`, await floorsOf(browser, sites, session), `${siteFolder}/assets`);
  return {
    browser,
    rounds,
    complaints: [],
    pool: sites.pool,
    ours: sites.ours,
    floors: await sites.publishPages(`${workFolder}/floors`),
    bareFloors: await sites.publishFolder(`${workFolder}/floors`),
    amplifyUi: await sites.publishFolder(`${workFolder}/peers/amplify-ui`),
    plain: await sites.publishFolder(`${workFolder}/peers/plain`),
    billingForm: await sites.publishFolder(`${workFolder}/peers/billing`),
    person,
    session,
  };
};

/** The files, by name, of the fastest possible versions of our pages. */
const floorsOf = async (
  browser: Browser,
  sites: Sites,
  entries: StorageEntries,
): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  const guest = await newVisitor(browser);
  for (const name of guestPages) {
    const { page } = await newSlowPage(guest, { isSlowNetwork: false });
    await page.goto(`${sites.ours}/${name}`);
    await pageSettles(page);
    files.set(`${name}.html`, await staticHtmlOf(page));
  }
  await guest.close();

  const customer = await newVisitor(browser, { origin: sites.ours, entries });
  const { page, parallel } = await visitDashboard(customer, `${sites.ours}/dashboard`);
  files.set('parallel.html', parallel);
  files.set('dashboard.html', await staticHtmlOf(page));
  files.set('config.json', await textAt(page, '/config.json'));
  await customer.close();
  return files;
};

/** As slow as the later measurement, because the requests before the first row depend on the speed. */
const visitDashboard = async (context: BrowserContext, address: string) => {
  const { page } = await newSlowPage(context);
  const asked = noteRequests(page);
  await page.goto(address);
  await firstRow(page);
  const requests = await asked.taken();
  await pageSettles(page);
  const html = await textAt(page, address);
  return { page, parallel: parallelHtml(html, requests, new URL(address).origin) };
};

const textAt = (page: Page, address: string): Promise<string> =>
  page.evaluate(async (path) => (await fetch(path)).text(), address);
