import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PaymentChangeEvent } from '@nmipayments/nmi-pay';
import { type Browser, chromium, type Frame, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { chromiumFlags } from '../../../tests/browser/chromium/flags.ts';
import { provideChromium } from '../../../tests/browser/chromium.ts';
import { readOptions, startProgram } from '../src/program.ts';

/** Path of NMI's Payment Component, which is unmodified from npm. */
const component = join(
  createRequire(import.meta.url).resolve('@nmipayments/nmi-pay'),
  '../nmi-payments-cdn.iife.js',
);
/** The only origin that the component sends requests to. */
const origin = 'https://secure.nmi.com';
const securityKey = 'a-security-key-of-the-tests';
const tokenizationKey = 'aaaaaa-bbbbbb-cccccc-dddddd';
const card = { ccnumber: '4111111111111111', ccexp: '12/40', cvv: '999' };

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await provideChromium(), args: [...chromiumFlags] });
});
afterAll(() => browser.close());

/**
 * Resolves once the three frames have loaded without a token. The component reloads each frame once it has
 * a token, and Playwright can lose a navigation that replaces another in progress.
 */
const loadedWithoutToken = (page: Page) =>
  vi.waitUntil(
    () => page.frames().filter((frame) => frame.url().includes('&token=placeholder&')).length === 3,
    { timeout: 20_000 },
  );

/** Redirects the page's NMI requests to the local gateway. */
const routeTo = async (gateway: string, page: Page) => {
  await page.route(`${origin}/**`, async (route) => {
    const request = route.request();
    if (request.url() === `${origin}/token/api/create`) await loadedWithoutToken(page);
    const reply = await route.fetch({ url: request.url().replace(origin, gateway) });
    await route.fulfill({ response: reply });
  });
};

/** Opens a shop's page with the component, backed by a local gateway. */
const openShop = async () => {
  const gateway = await startProgram(
    readOptions(['--port', '0', '--security-key', securityKey, '--tokenization-key', tokenizationKey]),
  );
  const page = await browser.newPage();
  onTestFinished(async () => {
    await page.close();
    await gateway.close();
  });
  await routeTo(gateway.origin, page);
  await page.route('http://localhost/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><div id="card"></div>' }),
  );
  const changes: PaymentChangeEvent[] = [];
  let available = 0;
  await page.exposeFunction('onChange', (change: PaymentChangeEvent) => changes.push(change));
  await page.exposeFunction('onFieldsAvailable', () => {
    available += 1;
  });
  await page.goto('http://localhost/');
  await page.addScriptTag({ path: component });
  await page.evaluate((key) => {
    const { mountNmiPayments, onChange, onFieldsAvailable } = Object(window);
    const options = { tokenizationKey: key, paymentMethods: ['card'], onChange, onFieldsAvailable };
    mountNmiPayments('#card', options);
  }, tokenizationKey);

  /** Returns a field's frame once it has a token. Each frame first loads without a token. */
  const frameOf = async (field: keyof typeof card): Promise<Frame> => {
    const find = () =>
      page.frames().find((frame) => {
        const { searchParams } = new URL(frame.url(), origin);
        return searchParams.get('elementId') === field && searchParams.get('token') !== 'placeholder';
      });
    await expect.poll(find).toBeDefined();
    return find() ?? page.mainFrame();
  };

  return {
    changes,
    areFieldsAvailable: () => expect.poll(() => available).toBeGreaterThan(0),
    /** Types a card into the fields and leaves the last one. Resolves with the token once the component is complete. */
    async enter(): Promise<string> {
      for (const field of ['ccnumber', 'ccexp', 'cvv'] as const) {
        const input = (await frameOf(field)).locator('input');
        await input.fill(card[field]);
        await input.press('Tab');
      }
      const complete = () => changes.findLast(({ complete }) => complete);
      await expect.poll(complete).toBeDefined();
      return complete()?.token ?? '';
    },
    async sell(token: string) {
      const fields = { security_key: securityKey, type: 'sale', amount: '10.00', payment_token: token };
      const init = { method: 'POST', body: new URLSearchParams(fields) };
      const reply = await fetch(`${gateway.origin}/api/transact.php`, init);
      return Object.fromEntries(new URLSearchParams(await reply.text()));
    },
  };
};

test('NMI’s component shows its fields, reports completion, and returns a chargeable token', async () => {
  const shop = await openShop();
  await shop.areFieldsAvailable();
  const token = await shop.enter();
  expect(token).toMatch(/^\w{8}-\w{6}-\w{6}-\w{12}$/);
  expect(shop.changes.at(-1)).toMatchObject({
    token,
    complete: true,
    lookupData: { card: { number: '411111******1111', bin: '411111', exp: '1240', type: 'visa' } },
  });
  expect(await shop.sell(token)).toMatchObject({ response: '1', response_code: '100', cvvresponse: 'M' });
});
