import { expect, test } from './fixtures.ts';
import { watchPageErrors } from './page-errors.ts';

test('all other tests see what goes wrong on a page', async ({ browser, addresses }) => {
  const context = await browser.newContext();
  const pageErrors = watchPageErrors(context, addresses);
  pageErrors.allowMessage('meant');
  pageErrors.allowMessage('missed');
  pageErrors.allowResponse(`${addresses.store}/no-such-route`, 404);

  const page = await context.newPage();
  await page.goto(addresses.app);
  await page.evaluate(async (store) => {
    console.error('meant to happen');
    console.warn('an unexpected warning');
    await fetch(`${store}/no-such-route?query`).catch(() => undefined);
    await fetch(`${store}/another`).catch(() => undefined);
    await fetch('https://elsewhere.example/').catch(() => undefined);
    try {
      document.createElement('script').src = '/assets/of-somebody.js';
    } catch {
      // A page takes no address for a script but those of its policy.
    }
    const uncaught = new Promise((resolve) => window.addEventListener('error', resolve));
    setTimeout(() => {
      throw new Error('thrown in passing');
    });
    await uncaught;
  }, addresses.store);
  await page.goto('https://elsewhere.example/').catch(() => undefined);

  await expect
    .poll(pageErrors.findings)
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('an unexpected warning'),
        expect.stringContaining(`(${addresses.store}/another)`),
        expect.stringContaining(
          "'https://elsewhere.example/' violates the following Content Security Policy directive",
        ),
        expect.stringContaining('Uncaught Error: thrown in passing'),
        expect.stringContaining("requires 'TrustedScriptURL' assignment"),
        'A request to https://elsewhere.example/, which is none of ours',
        'Expected, and did not come: "missed" in the console',
      ]),
    );
  const text = pageErrors.findings().join('\n');
  expect(text).not.toContain('meant to happen');
  expect(text).not.toContain('no-such-route');
  await context.close();
});
