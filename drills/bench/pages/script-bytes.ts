import type { BrowserContext, Page } from '@playwright/test';
import { siteBefore } from '../before.ts';
import type { Figure } from '../measure.ts';
import type { Subjects } from '../prepare.ts';
import { brotliSize } from '../servers/folder.ts';
import { newSlowPage } from './browser.ts';
import { firstRow, firstWorkingPress, pageSettles } from './timings.ts';
import { visitAs } from './visits.ts';

export const measureScriptBytes = async (subjects: Subjects): Promise<Figure[]> => {
  const scriptsAt = (path: string) =>
    visitAs(subjects, 'bytes', (context) => scriptsOf(context, `${subjects.ours}${path}`), {
      isSignedIn: path === '/dashboard',
    });
  const login = await scriptsAt('/login');
  const dashboard = await scriptsAt('/dashboard');
  const loginBytes = sum(login.values());
  const dashboardOnly = sum(
    [...dashboard].filter(([script]) => !login.has(script)).map(([, bytes]) => bytes),
  );
  return [
    {
      name: '/login JavaScript (brotli)',
      value: loginBytes / 1000,
      unit: 'kB',
      limit: 100,
      stretch: 95,
      note: `${login.size} scripts`,
    },
    {
      name: 'JavaScript only on /dashboard ÷ before',
      value: dashboardOnly / siteBefore.dashboardScript,
      unit: '×',
      limit: 0.8,
      stretch: 0.6,
      note: `${(dashboardOnly / 1000).toFixed(1)} kB ÷ ${(siteBefore.dashboardScript / 1000).toFixed(1)} kB`,
    },
  ];
};

const sum = (bytes: Iterable<number>): number => [...bytes].reduce((total, each) => total + each, 0);

/** Returns the size in bytes of each script that a page loads, by URL, or by text if the script is inline. */
const scriptsOf = async (context: BrowserContext, address: string): Promise<ReadonlyMap<string, number>> => {
  const { page } = await newSlowPage(context, { isSlowNetwork: false });
  await page.goto(address);
  await (address.endsWith('/login') ? firstWorkingPress(page) : firstRow(page));
  await pageSettles(page);
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const),
  );
  const scripts = new Map(loaded);
  for (const text of await inlineScripts(page)) scripts.set(text, await brotliSize(text));
  return scripts;
};

/** Returns the inline scripts of the page's HTML as the server sends it, except scripts that only contain data. */
const inlineScripts = async (page: Page): Promise<string[]> => {
  const html = await page.evaluate(async () => (await fetch(location.href)).text());
  // Parse in a blank page, because our page's Trusted Types policy blocks HTML strings.
  const blank = await page.context().newPage();
  return blank.evaluate(
    (text) =>
      [...new DOMParser().parseFromString(text, 'text/html').scripts]
        .filter(({ src, type }) => src === '' && ['', 'module', 'text/javascript'].includes(type))
        .map((script) => script.text),
    html,
  );
};
