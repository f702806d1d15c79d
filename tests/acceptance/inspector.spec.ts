import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { expect, test } from '#tests/browser/fixtures.ts';
import { networkQuiet, watchNetwork } from '#tests/browser/network-quiet.ts';
import { changeConfig } from '#tests/browser/requests.ts';
import { testCards } from '#tests/browser/screens/checkout.ts';

const postedSchema = v.looseObject({ type: v.string(), name: v.optional(v.string()) });

interface Inspector {
  readonly opened: string[];
  readonly posted: string[];
}

const catchInspector = async (page: Page): Promise<Inspector> => {
  const inspector: Inspector = { opened: [], posted: [] };
  await page.exposeFunction('catchOpened', (url: string) => void inspector.opened.push(url));
  await page.exposeFunction('catchPosted', (message: string) => void inspector.posted.push(message));
  await page.addInitScript(() => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    window.open = (url) => {
      Reflect.get(window, 'catchOpened')(String(url));
      if (!frame.isConnected) {
        document.body.append(frame);
        frame.contentWindow?.addEventListener('message', ({ data }) =>
          Reflect.get(window, 'catchPosted')(JSON.stringify(data)),
        );
      }
      // Simulate the inspector's first message to its opener.
      if (url !== '') window.postMessage({ type: '@statelyai.connected' }, location.origin);
      return frame.contentWindow;
    };
  });
  return inspector;
};

const paymentTokenOf = (body: string | null): string[] => {
  if (body?.startsWith('{') !== true) return [];
  const payment = v.safeParse(paymentSchema, JSON.parse(body));
  return payment.success ? [payment.output.payment_token] : [];
};

test('the inspector receives the states of a sign-in and a purchase, but no secrets', async ({
  page,
  customer,
  screens: { signIn, dashboard, checkout },
}) => {
  const { opened, posted } = await catchInspector(page);
  await changeConfig(page, { inspect: true });

  await page.goto('/login?inspect');
  const tokens: string[] = [];
  page.on('request', (request) =>
    tokens.push(...bearerOf(request.headers()), ...paymentTokenOf(request.postData())),
  );
  await signIn.signIn(customer);
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  await dashboard.buy('$10.00').click();
  await checkout.fill(customer);
  await checkout.pay('$10.00').click();
  await expect(dashboard.success).toContainText('1,300');

  await expect
    .poll(() => posted.some((message) => message.includes('"success"')), {
      message: 'the last state is posted',
    })
    .toBe(true);
  expect(opened).toContain('https://stately.ai/inspect');
  const messages = posted.map((message) => v.parse(postedSchema, JSON.parse(message)));
  expect(messages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['auth', 'checkout', 'ledger', 'payment']),
  );
  const types = new Set(messages.map(({ type }) => type));
  expect([...types].sort()).toEqual(['@xstate.actor', '@xstate.event', '@xstate.snapshot']);

  const text = posted.join('\n');
  for (const step of ['sign-in.submitted', 'payment.submitted']) expect(text).toContain(step);
  tokens.push(
    ...(await page.evaluate(() =>
      Object.values<string>(localStorage).flatMap((kept) => (kept.length > 40 ? [kept] : [])),
    )),
  );
  expect(new Set(tokens).size).toBeGreaterThanOrEqual(4);
  const secrets = [
    customer.password,
    customer.email,
    encodeURIComponent(customer.email),
    customer.phone,
    customer.firstName,
    customer.lastName,
    testCards.approved,
    '12/34',
    '1234',
    '123',
    '888 Cable Street',
    'Chicago',
    '60601',
    ...tokens,
  ];
  for (const secret of secrets) expect(leaks(text, secret), 'a secret was posted').toBe(false);
});

test('the inspector opens only if it is configured', async ({ page, screens: { signIn } }) => {
  const { opened } = await catchInspector(page);
  watchNetwork(page);
  await page.goto('/login?inspect');
  await networkQuiet(page);
  await expect(signIn.heading).toBeVisible();
  expect(opened).toEqual([]);
});

/** Returns whether `text` contains `secret`. Short secrets, such as a CVV, must match a whole JSON string. */
const leaks = (text: string, secret: string): boolean =>
  secret.length < 6 ? text.includes(`"${secret}"`) : text.includes(secret);

const bearerOf = (headers: Readonly<Record<string, string>>): string[] =>
  headers['authorization']?.startsWith('Bearer ') ? [headers['authorization'].slice('Bearer '.length)] : [];

const paymentSchema = v.looseObject({ payment_token: v.string() });
