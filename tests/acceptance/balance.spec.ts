import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/browser/fixtures.ts';
import { stopClock } from '#tests/browser/page-clock.ts';
import { testCards } from '#tests/browser/screens/checkout.ts';

const watchBalance = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen = { shown: [] as string[], announced: [] as string[] };
    Object.assign(window, { seen });
    const note = (texts: string[], text: string | null | undefined) => {
      if (text && texts.at(-1) !== text) texts.push(text);
    };
    new MutationObserver(() => {
      const region = [...document.querySelectorAll('section')].find((section) =>
        section.textContent?.startsWith('Your Credits'),
      );
      note(seen.shown, region?.querySelector('p > [aria-hidden="true"]')?.textContent);
      note(seen.announced, region?.querySelector('p > [role="status"]')?.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
};

const seenOf = (page: Page): Promise<{ readonly shown: string[]; readonly announced: string[] }> =>
  page.evaluate(() => Reflect.get(window, 'seen'));

/** Locates the visible balance, which is hidden from screen readers. */
const movingDigits = (balance: Locator): Locator => balance.locator('p > [aria-hidden="true"]');

test.use({ reducedMotion: 'no-preference' });

test('the balance counts up on screen, but is announced to screen readers once', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout },
}) => {
  await page.clock.install();
  await watchBalance(page);
  await session.openAs(customer);
  await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
  await dashboard.buy('$10.00').click();
  await checkout.fill(customer);
  await checkout.pay('$10.00').click();
  await expect(dashboard.success).toBeVisible();
  const coins = dashboard.success.locator('div[aria-hidden="true"] > span');
  await expect(coins).toHaveCount(10);
  await expect(coins.first()).toBeVisible();
  const falls = await coins.evaluateAll((falling) =>
    falling.map((coin) => coin.getAnimations()[0]?.effect?.getComputedTiming().endTime),
  );
  expect(falls, 'each coin has fallen after 3 s').toEqual(Array.from({ length: 10 }, () => 3_000));
  // Advance frame by frame: in real time, a slow machine would skip numbers.
  await stopClock(page);
  await dashboard.continue.click();
  await expect(dashboard.success).toBeHidden();
  await expect
    .poll(
      async () => {
        await page.clock.runFor(50);
        return movingDigits(dashboard.balance).textContent();
      },
      { intervals: [0] },
    )
    .toBe('1,300');
  const { shown, announced } = await seenOf(page);
  expect(announced).toEqual(['0 Credits', '1,300 Credits']);
  expect(shown[0]).toBe('0');
  expect(shown.at(-1)).toBe('1,300');
  expect(shown.length).toBeGreaterThan(2);

  await test.step('with reduced motion, the balance changes immediately and no coins fall', async () => {
    await page.clock.resume();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await dashboard.buy('$10.00').click();
    await checkout.fillCard(testCards.approved);
    await checkout.pay('$10.00').click();
    await expect(coins).toHaveCount(10);
    await expect(coins.first()).toBeHidden();
    await dashboard.continue.click();
    await expect(dashboard.balance.getByRole('status')).toHaveText('2,600 Credits');
    await expect.poll(async () => (await seenOf(page)).shown).toEqual([...shown, '2,600']);
  });
});

test('the balance counts up in 30 steps over one second', async ({
  page,
  visitor,
  console,
  session,
  screens: { dashboard },
}) => {
  await console.createUser(visitor, 57);
  await page.clock.install();
  await page.addInitScript(() => {
    const shown: { readonly at: number; readonly text: string }[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const text = document.querySelector('section p > [aria-hidden="true"]')?.textContent;
      if (text && shown.at(-1)?.text !== text) shown.push({ at: performance.now(), text });
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const shown = (): Promise<readonly { readonly at: number; readonly text: string }[]> =>
    page.evaluate(() => Reflect.get(window, 'shown'));
  const answer = await console.addFault({
    service: 'store',
    match: 'GET /api/credits/balance',
    fault: 'hold',
  });
  await session.openAs(visitor);
  await answer.held();
  await expect(dashboard.packages).toHaveAttribute('aria-busy', 'false');
  await stopClock(page);
  await answer.remove();
  const status = dashboard.balance.getByRole('status');
  while ((await status.count()) === 0) await page.clock.runFor(10);
  await expect(status).toHaveText(/^[\d,]+ Credits$/);
  const announced = await status.textContent();
  await expect(movingDigits(dashboard.balance), 'the digits have their way still to go').toHaveText('0');
  // React renders only between `runFor` calls, so longer calls would skip steps.
  for (let passed = 0; passed < 1_100; passed += 20) await page.clock.runFor(20);
  await expect(movingDigits(dashboard.balance)).toHaveText(announced?.replace(' Credits', '') ?? '');
  const [start, ...steps] = await shown();
  expect(start?.text).toBe('0');
  expect(steps).toHaveLength(30);
  const [first, last] = [steps[0]?.at ?? 0, steps.at(-1)?.at ?? 0];
  const stepTime = 1_000 / 30;
  expect(Math.abs(last - first - 29 * stepTime)).toBeLessThan(stepTime);
});

test('the balance shows held credits, the next expiry, and a note about a duplicate account', async ({
  page,
  console,
  customer,
  session,
  pageErrors,
  screens: { dashboard },
}) => {
  const answer = (match: string, body: object, status = 200) =>
    console.reply(match, body, { status, times: 10 });
  const expiring = (credits: number) => ({ credits, expires_at: '2099-01-01T05:59:59.000Z' });
  const expires = dashboard.balance.getByText('on Dec 31, 2098');
  const note = 'Another account uses the same email address.';
  const both = await answer('GET /api/credits', { held: 1_200, expiring: expiring(500) });
  await session.openAs(customer);
  await answer('GET /api/credits/balance', { balance: 2_000 });
  await page.reload();
  await expect(dashboard.balance.getByText('800 available', { exact: true })).toBeVisible();
  await expect(dashboard.balance.getByText('on hold')).toHaveText('1,200 credits on hold');
  await expect(expires).toHaveText('500 credits expire on Dec 31, 2098');
  await expect(dashboard.balance).not.toContainText(note);
  const { expires_at } = expiring(1);
  const hold = { id: 'hold', credits: 1_200, reference: 'render-7', description: null, expires_at };
  await answer('GET /api/holds', { holds: [{ ...hold, created_at: '2026-01-02T06:00:00Z' }] });
  await dashboard.balance.getByRole('link', { name: '1,200 credits on hold', exact: true }).click();
  const holds = page.getByRole('list', { name: 'Open holds', exact: true }).getByRole('listitem');
  await expect(holds).toHaveText([/^render-7.*1,200 credits.*Since Jan 02, 2026.*Until Dec 31, 2098/]);
  await page.goBack();
  await both.remove();

  const one = await answer('GET /api/credits', { held: 0, expiring: expiring(1) });
  await page.reload();
  await expect(expires).toHaveText('1 credit expires on Dec 31, 2098');
  await expect(dashboard.balance.getByText(/on hold|available/)).toHaveCount(0);
  await one.remove();

  pageErrors.allowResponse('store', '/api/credits', 404);
  const none = await answer('GET /api/credits', { detail: 'Not found' }, 404);
  const shared = { id: 'second', email: customer.email, hasOtherAccount: true };
  await answer('GET /api/auth/profile', shared);
  await page.reload();
  await none.struck(2);
  await expect(dashboard.balance).toContainText(note);
  await expect(dashboard.balance).not.toContainText(/reserved|expire/);
  await expect(dashboard.balance.getByRole('link', { name: 'contact us' })).toHaveAttribute(
    'href',
    'mailto:support@example.com',
  );
});
