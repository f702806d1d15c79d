import { expect, test } from '../browser/fixtures.ts';
import { screensOf } from '../browser/screens/index.ts';
import { storedSessionIn } from '../browser/stored-session.ts';
import { answerHistory, historyMatch, onlyPage, row } from './data-answers.ts';
import { expectDataInvariants } from './data-invariants.ts';

test('38: empty, malformed, truncated or HTML answers end in an empty state, or an error with Retry', async ({
  page,
  visitor,
  console,
  payments,
  session,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 12);
  await session.openAs(visitor);
  await expect(dashboard.welcome(visitor.firstName)).toBeVisible();

  await test.step('an empty page', async () => {
    await answerHistory(console, onlyPage([]));
    await page.reload();
    await expect(ledger.region.getByRole('heading', { name: 'No Completed Transactions' })).toBeVisible();
    await console.clearFaults();
  });

  for (const [name, body] of [
    ['nothing', ''],
    ['half of an answer', onlyPage([row()]).slice(0, 80)],
    ['another shape', '{"transactions":{}}'],
    ['null', 'null'],
  ] as const)
    await test.step(name, async () => {
      await answerHistory(console, body);
      await page.reload();
      await expect(ledger.region.getByRole('heading', { name: 'Treasury Access Error' })).toBeVisible();
      await expect(ledger.region).toContainText('Unable to load transaction ledger. Please try again.');
      await console.clearFaults();
    });

  await test.step('an HTML page with status 200, for everything', async () => {
    for (const path of ['transactions/*', 'products/', 'credits/balance'])
      await console.addFault({ service: 'store', match: `GET /api/${path}`, fault: 'html' });
    await page.reload();
    await expect(ledger.region.getByRole('heading', { name: 'Treasury Access Error' })).toBeVisible();
    await expect(dashboard.balance).toContainText('Your balance could not be loaded.');
    await expect(dashboard.packages).toContainText('The packages could not be loaded.');
    await expect(page.locator('body')).not.toContainText('Bad Gateway');
    await expectDataInvariants(page, payments);
    await console.clearFaults();
  });

  await test.step('Retry', async () => {
    const retries = page.getByRole('button', { name: 'Retry' });
    await expect(retries).toHaveCount(4);
    for (let left = 4; left > 0; left -= 1) {
      await retries.first().click();
      await expect(retries).toHaveCount(left - 1);
    }
    await expect(ledger.rows.first()).toBeVisible();
    await expect(dashboard.buy('$5.00')).toBeEnabled();
  });
  await expectDataInvariants(page, payments);
});

test('39: odd rows stay', async ({
  page,
  customer,
  console,
  pageErrors,
  payments,
  session,
  screens: { ledger },
}) => {
  pageErrors.allowMessage('A reversal of the store was left out');
  const long = 'W'.repeat(10_000);
  const rows = [
    row({ id: null, ionic_transaction_id: null, ionic_order_id: null }),
    row({ status: 'settling' }),
    row({ status: null, product_name: null, amount_display: null, transaction_date: null }),
    row({ id: 'huge', total_credits: 1, balance_after_transaction: 2 }),
    row({ id: long, product_name: long, amount_display: long, status: long, transaction_date: long }),
    row({
      id: 'reversed',
      reversals: [null, { kind: 5, date: 'soon', amount_display: long, credits: 'many' }],
    }),
    row({ reversals: 'all of it' }),
    row({ product_name: 'حزمة ذهبية (1) ‮abc' }),
    {},
  ];
  // A number that no double can hold, as only text can say it.
  const body = onlyPage(rows)
    .replace('"total_credits":1,', '"total_credits":9007199254740993,')
    .replace('"balance_after_transaction":2,', '"balance_after_transaction":1e309,');
  await answerHistory(console, body);
  await session.openAs(customer);

  await expect(ledger.rows).toHaveCount(rows.length);
  await expect(ledger.cell('Transaction ID', 0)).toHaveText('N/A');
  await expect(ledger.cell('Status', 1)).toContainText('Pending');
  await expect(ledger.cell('Status', 2)).toContainText('Pending');
  await expect(ledger.cell('Date', 2)).toHaveText('N/A');
  await expect(ledger.cell('Amount', 2)).toHaveText('N/A');
  await expect(ledger.cell('Credits', 3)).toHaveText('N/A');
  await expect(ledger.cell('Balance', 3)).toHaveText('N/A');
  await expect(ledger.cell('Package', 4)).toHaveText(`${'W'.repeat(120)}…`);
  await expect(ledger.cell('Transaction ID', 4)).toHaveText('WWWWWWWW…');
  await expect(ledger.cell('Package', 7)).toHaveAttribute('dir', 'auto');
  await expect(ledger.cell('Transaction ID', 8)).toHaveText('N/A');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await ledger.open(0);
  await expect(ledger.fact('Transaction ID')).toHaveText('N/A');
  await expect(ledger.fact('Package')).toHaveText('Plus');
  await expect(page).toHaveURL('/dashboard');
  await page.keyboard.press('Escape');
  await ledger.cell('Transaction ID', 3).getByRole('button').click();
  await expect(ledger.fact('Total credits')).toHaveText('N/A');
  await page.keyboard.press('Escape');
  await ledger.open(5);
  const reversal = ledger.details.getByRole('region', { name: 'Given back' }).getByRole('listitem');
  await expect(reversal).toHaveText(`Given back${'W'.repeat(120)}…N/ACredits taken back: N/A`);
  await page.keyboard.press('Escape');
  await expectDataInvariants(page, payments);
});

test('42: markup is text, and long words of the store are cut', async ({
  page,
  visitor,
  addresses,
  pageErrors,
  console,
  payments,
  session,
  screens: { dashboard, ledger },
}) => {
  const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>';
  await console.createUser({ ...visitor, firstName: '<b>Ada</b>' });
  await answerHistory(console, onlyPage([row({ product_name: markup, amount_display: '<i>$1</i>' })]));
  const product = { id: 'p', name: markup, price_cents: 500, credits: 5, bonus_credits: 0 };
  await console.addFault({
    service: 'store',
    match: 'GET /api/products/',
    fault: 'malformed',
    body: JSON.stringify([{ ...product, description: `${markup}${'x'.repeat(5_000)}` }]),
  });
  await session.openAs(visitor);

  await expect(dashboard.welcome('<b>Ada</b>')).toBeVisible();
  await expect(ledger.cell('Package')).toHaveText(markup);
  await expect(ledger.cell('Amount')).toHaveText('<i>$1</i>');
  const card = dashboard.packages.getByRole('listitem');
  await expect(card).toContainText(`${markup.slice(0, 80)}…`);
  await expect(card).toContainText(`x…`);
  expect((await card.textContent())?.length).toBeLessThan(400);

  await test.step('in the detail of a refusal', async () => {
    pageErrors.allowResponse(`${addresses.store}/api/transactions/history`, 400);
    await console.clearFaults();
    await console.addFault({
      service: 'store',
      match: historyMatch,
      fault: 'status',
      status: 400,
      body: JSON.stringify({ detail: `${markup} ${'y'.repeat(5_000)}` }),
    });
    await ledger.download.click();
    const problem = ledger.region.getByText('The download did not finish');
    await expect(problem).toContainText(markup);
    await expect(problem).toContainText('y…');
    expect((await problem.textContent())?.length).toBeLessThan(400);
  });
  await expect(page.locator('main :is(img, script, b, i)')).toHaveCount(0);
  await expect(page).toHaveTitle('Dashboard · Coffer');
  await expectDataInvariants(page, payments);
});

test('43: the names of prototypes in answers and queries change nothing', async ({
  page,
  visitor,
  console,
  payments,
  session,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 12);
  const reading = page.waitForRequest((request) => request.url().includes('/api/transactions/history'));
  await session.openAs(visitor);
  await expect(ledger.rows.first()).toBeVisible();

  await test.step('in a query of the API', async () => {
    const request = await reading;
    const authorization = (await request.headerValue('authorization')) ?? '';
    const history = async (query: string) => {
      const answer = await fetch(`${new URL(request.url()).origin}/api/transactions/history?${query}`, {
        headers: { authorization },
      });
      return { status: answer.status, text: await answer.text() };
    };
    const plain = await history('page=1&limit=10');
    expect(plain.status).toBe(200);
    for (const addition of [
      '__proto__=2',
      '__proto__[page]=2',
      'constructor=2',
      'constructor.prototype.page=2',
    ])
      expect(await history(`page=1&limit=10&${addition}`)).toEqual(plain);
    for (const status of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect((await history(`status=${status}`)).status, status).toBe(400);
    expect(await history('page=1&limit=10')).toEqual(plain);
  });

  await test.step('in the address', async () => {
    await page.goto('/dashboard?status=__proto__&__proto__=1&constructor=2&page=__proto__');
    await expect(page).toHaveURL('/dashboard');
    await expect(ledger.filter('Completed')).toHaveAttribute('aria-pressed', 'true');
    await expect(ledger.rows.first()).toBeVisible();
  });

  await test.step('in an answer', async () => {
    const poison = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},';
    await answerHistory(
      console,
      onlyPage([row({ product_name: '__proto__', status: 'constructor' })])
        .replaceAll('{', poison)
        .replaceAll(',}', '}'),
    );
    await page.reload();
    await expect(ledger.cell('Package')).toHaveText('__proto__');
    await expect(ledger.cell('Status')).toContainText('Pending');
    await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
    expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
  });
  await expectDataInvariants(page, payments);
});

test('48: stamps around the change of Chicago’s clock read the same on every machine', async ({
  browser,
  addresses,
  customer,
  console,
}) => {
  const stamps = [
    ['2026-11-01T08:00:00Z', 'Nov 01, 2026 2:00 AM'],
    ['2026-11-01T07:30:00Z', 'Nov 01, 2026 1:30 AM'],
    ['2026-11-01T06:30:00', 'Nov 01, 2026 1:30 AM'],
    ['2026-03-08T02:30:00-06:00', 'Mar 08, 2026 3:30 AM'],
    ['2026-03-08T08:00:00', 'Mar 08, 2026 3:00 AM'],
    ['2026-03-08T07:59:59Z', 'Mar 08, 2026 1:59 AM'],
  ] as const;
  await answerHistory(console, onlyPage(stamps.map(([transaction_date]) => row({ transaction_date }))));
  for (const timezoneId of ['America/Los_Angeles', 'UTC', 'Asia/Kolkata']) {
    const context = await browser.newContext({ timezoneId, baseURL: addresses.app });
    const page = await context.newPage();
    const { ledger } = screensOf(page);
    await storedSessionIn(page, addresses).openAs(customer);
    await expect(ledger.rows).toHaveCount(stamps.length);
    for (const [place, [, text]] of stamps.entries())
      await expect(ledger.cell('Date', place), timezoneId).toHaveText(text);
    await context.close();
  }
});
