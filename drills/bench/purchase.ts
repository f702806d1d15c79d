/**
 * Measures a purchase with 150 ms added to each request: from Buy Now to the card fields, and from Pay to
 * success. It compares running apps (`npm start`) in turn; ratios are relative to the first one:
 * `npx tsx drills/bench/purchase.ts http://localhost:6173 http://localhost:5173 [rounds]`
 */
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '#tests/browser/chromium.ts';
import { createConsole } from '#tests/browser/console.ts';
import { newPerson } from '#tests/browser/people.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { ratioOf, sampleOf } from './measure.ts';
import { measureInTurn } from './rounds.ts';

const delay = 150;
/** How long the pointer rests on Buy Now before the click, in ms. */
const rest = 300;
const price = '$10.00';

const slowDown = (context: BrowserContext) =>
  context.route('**/*', async (route) => {
    await setTimeout(delay);
    await route.continue();
  });

const openFields = async (page: Page, restBefore: number): Promise<number> => {
  const { dashboard, checkout } = screensOf(page);
  await page.mouse.move(0, 0);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await dashboard.buy(price).hover();
  await setTimeout(restBefore);
  const begun = performance.now();
  await page.mouse.down();
  await page.mouse.up();
  await checkout.cardField('CVV').waitFor();
  return performance.now() - begun;
};

const measure = async (context: BrowserContext, app: string) => {
  const { port } = new URL(app);
  const person = newPerson();
  await createConsole(`http://localhost:${Number(port) + 4}`).createUser(person);
  const page = await context.newPage();
  const { signIn, dashboard, checkout } = screensOf(page);
  await page.goto(`${app}/login`);
  await signIn.email.fill(person.email);
  await signIn.password.fill(person.password);
  await signIn.submit.click();
  await dashboard.buy(price).waitFor();
  await slowDown(context);
  const fieldsAtOnce = await openFields(page, 0);
  const fields = await openFields(page, rest);
  await checkout.fill(person);
  const success = timeSuccess(page);
  await checkout.pay(price).click();
  return { fieldsAtOnce, fields, success: await success };
};

/**
 * Runs in the page: ms from the click on Pay until the frame with the open dialog is drawn. Playwright's
 * click comes some 200 ms after the last field's blur, when the gateway has validated it.
 */
const timeSuccess = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let begun = 0;
        document.addEventListener('click', () => (begun = performance.now()), { capture: true, once: true });
        const watcher = new MutationObserver(() => {
          if (document.querySelector('dialog[open]') === null) return;
          watcher.disconnect();
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - begun);
            channel.port2.postMessage(null);
          });
        });
        watcher.observe(document, { subtree: true, childList: true, attributes: true });
      }),
  );

const [base = '', other = '', rounds = '5'] = process.argv.slice(2);
const executablePath = await findChromium();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox'],
});
const results = await measureInTurn(Number(rounds), [base, other], async (app) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const measured = await measure(context, app);
  await context.close();
  return measured;
});
await browser.close();

const rowOf = (what: keyof Awaited<ReturnType<typeof measure>>) => {
  const [before, after] = [base, other].map((app) => results(app).map((measured) => measured[what]));
  const ratio = ratioOf(after ?? [], before ?? []);
  return {
    [`${base} ms`]: Math.round(sampleOf(before ?? []).value),
    [`${other} ms`]: Math.round(sampleOf(after ?? []).value),
    ratio: ratio.value.toFixed(2),
    rounds: `${ratio.least.toFixed(2)} – ${ratio.most.toFixed(2)}`,
  };
};
console.table({
  'Buy Now → card fields, pressed at once': rowOf('fieldsAtOnce'),
  [`Buy Now → card fields, pressed after ${rest} ms`]: rowOf('fields'),
  'Pay → success': rowOf('success'),
});
