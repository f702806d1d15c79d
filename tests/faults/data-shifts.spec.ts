import type { Locator, Page } from '@playwright/test';
import type { AddedFault } from '../browser/console.ts';
import { expect, test } from '../browser/fixtures.ts';
import { layoutProblems, layoutShift } from '../browser/layout.ts';
import { networkQuiet, watchNetwork } from '../browser/network-quiet.ts';
import { holdRequests } from '../browser/requests.ts';
import { card } from '../top-ups.ts';
import { gatewayScript } from './fixtures.ts';

/** Enable motion, because animated content could push the rest of the page. */
test.use({ reducedMotion: 'no-preference' });

/** Maximum cumulative layout shift (CLS) while a page loads. */
const mostShift = 0.02;

/** Asserts that `act` doesn't move the element and moves the page only slightly. */
const expectUnmoved = async (page: Page, still: Locator, act: () => Promise<unknown>): Promise<void> => {
  // Ignore scrolling, because only a move within the page counts.
  const place = () => still.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const shiftBefore = await layoutShift(page);
  const before = await place();
  await act();
  expect((await layoutShift(page)) - shiftBefore).toBeLessThan(mostShift);
  expect(await place()).toBe(before);
};

/** Each error is close to its field, and clear of the next label. */
const expectErrorGaps = async (form: Locator): Promise<void> => {
  const gaps = await form.evaluate((root) =>
    [...root.querySelectorAll('[id$="-error"]')].map((error) => {
      const { top, bottom } = error.getBoundingClientRect();
      const field = error.previousElementSibling?.getBoundingClientRect();
      const below = [...root.querySelectorAll('label, button[type="submit"]')]
        .map((next) => next.getBoundingClientRect().top - bottom)
        .filter((gap) => gap > 0);
      return { above: Math.round(top - (field?.bottom ?? 0)), below: Math.round(Math.min(...below)) };
    }),
  );
  expect(gaps[0]).toEqual({ above: 6, below: 16 });
  for (const { above, below } of gaps) {
    expect(above).toBe(6);
    expect(below).toBeGreaterThanOrEqual(16);
  }
};

const phone = { width: 375, height: 812 } as const;

const packagesOnOffer = [1, 2, 3, 4, 5, 6].map((rank) => ({
  id: `package-${rank}`,
  name: `Package ${rank}`,
  price_cents: 1_000 * rank,
  credits: 1_200 * rank,
  bonus_credits: 100 * (rank - 1),
  description: rank === 2 ? 'POPULAR' : 'For all',
}));

const gap = 16;

const expectThreeColumns = async (packages: Locator): Promise<void> => {
  const grid = await packages.getByRole('list').boundingBox();
  const width = ((grid?.width ?? 0) - 2 * gap) / 3;
  const cards = await packages.getByRole('listitem').all();
  const boxes = await Promise.all(cards.map((each) => each.boundingBox()));
  for (const [index, box] of boxes.entries()) {
    expect(box?.width).toBeCloseTo(width, 0);
    expect((box?.x ?? 0) - (grid?.x ?? 0)).toBeCloseTo((index % 3) * (width + gap), 0);
    expect(box?.height).toBe(boxes[0]?.height);
  }
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(Math.ceil(cards.length / 3));
};

test('nothing on the dashboard shifts while it loads', async ({
  page,
  visitor,
  session,
  console,
  step,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 57);
  await session.openAs(visitor, '/terms');

  for (const viewport of [{ width: 1280, height: 2_400 }, phone])
    await step(`nothing shifts while the dashboard loads at a width of ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      const answers: AddedFault[] = [];
      for (const path of ['products/', 'credits/balance', 'transactions/summary', 'transactions/history'])
        answers.push(await console.addFault({ service: 'store', match: `GET /api/${path}`, fault: 'hold' }));
      await page.goto('/dashboard');
      await expect(dashboard.packages.locator('[data-skeleton]').first()).toBeVisible();
      for (const answer of answers) {
        await answer.held();
        await layoutShift(page);
        await answer.remove();
      }
      await expect(ledger.pageMark).toBeVisible();
      await expect(ledger.figure('Total Transactions')).toHaveText('57');
      await expect(dashboard.balance.getByRole('status')).toContainText('Credits');
      expect(await layoutShift(page)).toBeLessThan(mostShift);
    });

  for (const viewport of [{ width: 1280, height: 2_400 }, phone])
    await step(`one or five packages cause no layout shift at a width of ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      for (const count of [1, 5])
        await test.step(`a list of ${count} causes no layout shift`, async () => {
          let answer = async () => {};
          await page.route('**/api/products/', (route) => {
            answer = () => route.fulfill({ json: packagesOnOffer.slice(0, count) });
          });
          // An earlier visit remembers that there are many.
          if (count > 3) await page.evaluate(() => localStorage.setItem('coffer.manyPackages', ''));
          await page.goto('/dashboard');
          await expect(ledger.pageMark).toBeVisible();
          await expect(ledger.figure('Total Transactions')).toHaveText('57');
          await expect(dashboard.packages).toHaveAttribute('aria-busy', 'true');
          const arrival = async () => {
            await answer();
            await expect(dashboard.packages.getByRole('listitem')).toHaveCount(count);
          };
          // Don't check the ledger's position on a phone, where the ledger is out of view.
          if (viewport === phone) await arrival();
          else await expectUnmoved(page, ledger.filter('All'), arrival);
          expect(await layoutShift(page)).toBeLessThan(mostShift);
          await page.unroute('**/api/products/');
          for (const width of viewport === phone ? [] : [640, viewport.width]) {
            await page.setViewportSize({ ...viewport, width });
            await expectThreeColumns(dashboard.packages);
          }
        });
    });
});

test('forms don’t shift when they show an error', async ({
  page,
  customer,
  visitor,
  pageErrors,
  screens: { signIn, signUp, forgotPassword, resetPassword, notices },
}) => {
  await page.setViewportSize(phone);
  pageErrors.allowResponse('pool', '/', 400);
  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  await expectUnmoved(page, signIn.submit, async () => {
    await signIn.submit.click();
    await expect(notices.error).toContainText('Fix these fields');
  });
  await expectErrorGaps(page.locator('form'));
  await expectUnmoved(page, signIn.submit, async () => {
    await signIn.signIn({ ...customer, password: 'Wrong-pass1!' });
    await expect(notices.error).toContainText('Incorrect username or password.');
  });
  // Submit again, because this error belongs to no field and only the next attempt clears it.
  await signIn.password.fill('');
  await signIn.submit.click();
  await expect(notices.error).toHaveText('Fix these fields: Password');

  await signUp.open();
  await expect(signUp.heading).toBeVisible();
  await expectUnmoved(page, signUp.submit, async () => {
    await signUp.submit.click();
    await expect(signUp.email).toHaveAttribute('aria-invalid', 'true');
  });
  await expectErrorGaps(page.locator('form'));
  await expectUnmoved(page, signUp.submit, async () => {
    await signUp.register({ ...visitor, email: customer.email });
    await expect(notices.error).toContainText('already exists');
  });
  await expect(notices.error).toBeInViewport();

  await forgotPassword.open();
  await forgotPassword.request(customer.email);
  await expect(resetPassword.heading).toBeVisible();
  // Reload the page to remove the toast.
  await page.reload();
  await expect(resetPassword.heading).toBeVisible();
  await expectUnmoved(page, resetPassword.submit, async () => {
    await resetPassword.reset('000000', 'New-pass1!', 'New-pass1!');
    await expect(notices.error).toBeVisible();
  });
});

test('the Pay button stays in place on a slow connection', async ({
  page,
  visitor,
  session,
  console,
  step,
  screens: { dashboard, checkout, ledger },
}) => {
  await console.createUser(visitor, 23);
  await session.openAs(visitor, '/terms');
  await page.setViewportSize(phone);
  await step('Pay stays in place while the card fields load', async () => {
    const cards = await console.addFault({ service: 'store', match: 'GET /api/cards', fault: 'hold' });
    const script = await console.addFault({ service: 'gateway', match: gatewayScript, fault: 'hold' });
    const frames = await Promise.all(
      ['ccnumber', 'ccexp', 'cvv'].map((field) =>
        console.addFault({
          service: 'gateway',
          match: 'GET /token/inline.php',
          query: { elementId: field },
          fault: 'hold',
        }),
      ),
    );
    await page.goto('/dashboard');
    await expect(ledger.pageMark).toBeVisible();
    await dashboard.buy('$10.00').click();
    const pay = checkout.pay('$10.00');
    await expect(pay).toBeVisible();
    await expectUnmoved(page, pay, async () => {
      await cards.held();
      await layoutShift(page);
      await cards.remove();
      await expect(checkout.saveCard).toBeEnabled();
      await script.held();
      await script.remove();
      for (const frame of frames) {
        await frame.held();
        await layoutShift(page);
        await frame.remove();
      }
      await expect(checkout.cardField('CVV')).toBeVisible();
    });
    await expectUnmoved(page, pay, async () => {
      await checkout.field('City').fill('x');
      await checkout.field('City').fill('');
      await checkout.field('City').blur();
      await expect(checkout.region.getByText('City is required')).toBeVisible();
      await checkout.cardField('Card number').fill('4');
      await checkout.cardField('Card number').press('Tab');
      await expect(checkout.region.getByText('Card number must be 13-19 digits')).toBeVisible();
      await checkout.fill(visitor);
      await expect(pay).toBeEnabled();
    });
    await checkout.cancel.click();
  });

  await step('Pay stays in place when a saved card arrives late', async () => {
    let answer = async () => {};
    await page.route('**/api/cards', (route) => {
      answer = () => route.fulfill({ json: { cards: [card] } });
    });
    await page.goto('/dashboard');
    await dashboard.buy('$10.00').click();
    await expect(checkout.saveCard).toBeDisabled();
    const kept = checkout.region.locator('[style^="min-block-size"]');
    await expectUnmoved(page, checkout.pay('$10.00'), () => expect(kept.first()).toBeVisible());
    await expectUnmoved(page, checkout.pay('$10.00'), async () => {
      await answer();
      await expect(checkout.editOf('Card')).toHaveAccessibleDescription('Visa ending in 1111');
    });
    await checkout.editOf('Card').focus();
    const keptCard = kept.filter({ has: checkout.editOf('Card') });
    await expect(keptCard, 'no empty space stays below the card').toHaveCount(0);
    await page.unroute('**/api/cards');
    await checkout.cancel.click();
  });
});

test('failures of the store and the network cause no layout shifts', async ({
  context,
  page,
  visitor,
  session,
  console,
  pageErrors,
  step,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 23);
  await session.openAs(visitor, '/terms');
  watchNetwork(page);
  await step('parts that fail to load keep their place', async () => {
    const paths = ['credits/balance', 'transactions/summary'];
    for (const path of paths) {
      pageErrors.allowResponse('store', `/api/${path}`, 500);
      await console.addFault({ service: 'store', match: `GET /api/${path}`, fault: 'status', status: 500 });
    }
    const release = await holdRequests(context, /credits\/balance|transactions\/summary/);
    await page.goto('/dashboard');
    await expect(ledger.pageMark).toBeVisible();
    await expect(dashboard.buy('$10.00')).toBeVisible();
    await expectUnmoved(page, dashboard.buy('$10.00'), () =>
      expectUnmoved(page, ledger.filter('All'), async () => {
        release();
        await expect(dashboard.balance.getByRole('alert')).toBeVisible();
        await expect(ledger.region.getByRole('alert')).toBeVisible();
      }),
    );
    expect(await layoutProblems(page)).toEqual([]);
    await console.clearFaults();
    await expectUnmoved(page, dashboard.buy('$10.00'), () =>
      expectUnmoved(page, ledger.filter('All'), async () => {
        await dashboard.balance.getByRole('button', { name: 'Retry' }).click();
        await expect(dashboard.balance.getByRole('status')).toContainText('Credits');
        await expect(ledger.figure('Total Transactions')).toHaveText('23');
      }),
    );
  });

  await step('a failed download causes no layout shift', async () => {
    pageErrors.allowResponse('store', '/api/transactions/history', 400);
    const detail = 'The books of this store are being closed. '.repeat(9);
    await console.reply('GET /api/transactions/history', { detail }, { status: 400, times: 10 });
    const list = ledger.region.getByRole('table', { name: 'Transaction Ledger' });
    await expectUnmoved(page, list, () =>
      expectUnmoved(page, ledger.filter('All'), async () => {
        await ledger.download.click();
        await expect(ledger.region.getByText(/^The download failed\./)).toBeVisible();
      }),
    );
    expect(await layoutProblems(page)).toEqual([]);
  });

  await step('losing and regaining the network causes no layout shift', async () => {
    await page.goto('/dashboard');
    await expect(ledger.pageMark).toBeVisible();
    // Wait for code that is still loading, because going offline would abort it.
    await networkQuiet(page);
    const banner = page.getByText(/^You're offline\. Sign-in/);
    for (const seen of [dashboard.buy('$10.00'), ledger.next]) {
      await seen.scrollIntoViewIfNeeded();
      await expectUnmoved(page, seen, async () => {
        await context.setOffline(true);
        await expect(banner).toBeVisible();
      });
      await expect(banner).toBeInViewport({ ratio: 1 });
      expect(await layoutProblems(page)).toEqual([]);
      await expectUnmoved(page, seen, async () => {
        await context.setOffline(false);
        await expect(banner).toBeHidden();
      });
    }
  });
});
