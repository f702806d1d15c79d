import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chromiumFlags } from '../../../tests/browser/chromium/flags.ts';
import { provideChromium } from '../../../tests/browser/chromium.ts';
import { compileUse, installPacked, startInstalled } from '../../local-services/test/packed.ts';
import { serve } from '../../local-services/test/serving.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the HTML of a shop's page with the card fields. */
const shopPage = (gateway: string) => `<!doctype html>
<title>Shop</title>
<div id="number"></div><div id="expiry"></div><div id="code"></div>
<button id="payButton">Pay</button><output></output>
<script src="${gateway}/token/Collect.js" data-tokenization-key="aaaaaa-bbbbbb-cccccc-dddddd"></script>
<script>
  CollectJS.configure({
    paymentSelector: '#payButton',
    variant: 'inline',
    fields: { ccnumber: { selector: '#number' }, ccexp: { selector: '#expiry' }, cvv: { selector: '#code' } },
    callback: ({ token }) => { document.querySelector('output').textContent = token },
  });
</script>`;

test('the packed gateway, installed in an empty folder, charges a card and sends an event', {
  timeout: 180_000,
}, async () => {
  const events: { signature: string; body: string }[] = [];
  const shop = await serve(async (request, response) => {
    if (request.method === 'POST') {
      const signature = String(request.headers['webhook-signature']);
      events.push({ signature, body: await text(request) });
      response.end();
    } else response.setHeader('content-type', 'text/html').end(shopPage(gateway));
  });
  const directory = await installPacked(join(repository, 'packages/local-nmi'));
  const printed = await startInstalled(
    directory,
    'local-nmi',
    [
      ...['--port', '0', '--webhook', shop.origin, '--security-key', 'a-secret-key'],
      ...['--tokenization-key', 'aaaaaa-bbbbbb-cccccc-dddddd', '--signing-key', 'a-signing-key'],
    ],
    'Test card',
  );
  const gateway = /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? '';

  const executablePath = await provideChromium();
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(shop.origin);
  const fill = (place: string, value: string) =>
    page.frameLocator(`${place} iframe`).locator('input:visible').fill(value);
  await fill('#number', '4111 1111 1111 1111');
  await fill('#expiry', '12/40');
  await fill('#code', '123');
  await page.click('#payButton');
  await page.waitForFunction(() => document.querySelector('output')?.textContent);
  const token = (await page.textContent('output')) ?? '';

  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ security_key: 'a-secret-key', ...fields });
    return (await fetch(gateway + path, { method: 'POST', body })).text();
  };
  const sale = { type: 'sale', payment_token: token, amount: '12.34', orderid: 'an-order' };
  const reply = new URLSearchParams(await post('/api/transact.php', sale));
  expect(reply.get('responsetext')).toBe('SUCCESS');
  const record = await post('/api/query.php', { order_id: 'an-order' });
  expect(record).toContain(`<transaction_id>${reply.get('transactionid')}</transaction_id>`);
  expect(record).toContain('<amount>12.34</amount><action_type>sale</action_type>');

  await vi.waitUntil(() => events.length > 0, { timeout: 20_000 });
  const [{ signature, body } = { signature: '', body: '' }] = events;
  const [, t, s] = /^t=(.*),s=(.*)$/.exec(signature) ?? [];
  expect(createHmac('sha256', 'a-signing-key').update(`${t}.${body}`).digest('hex')).toBe(s);
  expect(JSON.parse(body)).toMatchObject({
    event_type: 'transaction.sale.success',
    event_body: { order_id: 'an-order', transaction_id: reply.get('transactionid') },
  });

  const types = "import { createGateway, type Gateway } from 'local-nmi';\n";
  const use = `${types}export const sales = (gateway: Gateway): string[] => gateway.sales().map((sale) => sale.orderId);\nvoid createGateway;\n`;
  await compileUse(directory, use, '--skipLibCheck');
});
