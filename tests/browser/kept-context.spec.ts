import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { keptContextIn, pagesOf } from './kept-context.ts';

/** How many bytes a page's scripts took to come; none where the browser had them. */
const bytesOfScripts = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { transferSize }: PerformanceResourceTiming) => sum + transferSize, 0),
  );

test('a context that is kept is handed on as if it were new, but for its cache', async ({
  browser,
  addresses: { app },
}) => {
  const kept = keptContextIn(browser);
  const kind = { app, options: {}, clock: false };

  const context = await kept.take(kind);
  let requests = 0;
  context.on('request', () => {
    requests += 1;
  });
  const page = await context.newPage();
  await page.goto(`${app}/terms`);
  expect(await bytesOfScripts(page)).toBeGreaterThan(0);
  await page.reload();
  expect(await bytesOfScripts(page)).toBe(0);
  await page.evaluate(() => localStorage.setItem('left', 'behind'));
  await context.addCookies([{ name: 'left', value: 'behind', url: app }]);
  await context.grantPermissions(['clipboard-read']);
  await context.setOffline(true);
  await kept.putBack();

  const requestsBefore = requests;
  expect(await kept.take(kind)).toBe(context);
  expect(pagesOf(context)).toEqual([]);
  const next = await context.newPage();
  await next.goto(`${app}/terms`);
  expect(requests).toBe(requestsBefore);
  expect(await bytesOfScripts(next)).toBe(0);
  await kept.clearCache();
  await next.reload();
  expect(await bytesOfScripts(next)).toBeGreaterThan(0);
  expect(await next.evaluate(() => localStorage.getItem('left'))).toBeNull();
  expect(await context.cookies()).toEqual([]);
  const permission = await next.evaluate(async () => {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    return state;
  });
  expect(permission).not.toBe('granted');

  await next.clock.install();
  await kept.putBack();
  const another = await kept.take(kind);
  expect(another, 'a clock cannot be taken away again').not.toBe(context);
  expect(await kept.take({ ...kind, clock: true }), 'one of another kind').not.toBe(another);
  await kept.putBack();
});
