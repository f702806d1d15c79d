import { completedTransaction } from '#tests/transactions.ts';
import type { Console } from '../browser/console.ts';
import { expect, test } from '../browser/fixtures.ts';
import { expectDataInvariants } from './data-invariants.ts';

const row = (changes: object = {}) => ({
  ...completedTransaction,
  id: 'a1b2c3d4-0000-4000-8000-000000000001',
  ionic_transaction_id: '7000001',
  ...changes,
});

const onlyPage = (transactions: readonly object[]): string =>
  JSON.stringify({ transactions, pagination: { total_pages: 1, total_items: transactions.length } });

const match = 'GET /api/transactions/history';
const answerHistory = (console: Console, body: string) =>
  console.addFault({ service: 'store', match, fault: 'malformed', status: 200, body });

test('invalid or hostile responses don’t break the dashboard', async ({
  page,
  visitor,
  pageErrors,
  console,
  payments,
  session,
  step,
  screens: { dashboard, ledger },
}) => {
  const firstName = '<b>Ada</b>';
  await console.createUser({ ...visitor, firstName }, 12);

  await step('43: prototype names in a response pollute no object', async () => {
    await session.openAs(visitor);
    await expect(ledger.rows.first()).toBeVisible();
    const poison = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},';
    await answerHistory(
      console,
      onlyPage([row({ product_name: '__proto__', status: 'constructor' })])
        .replaceAll('{', poison)
        .replaceAll(',}', '}'),
    );
    await ledger.refresh.click();
    await expect(ledger.cell('Package')).toHaveText('__proto__');
    await expect(ledger.cell('Status')).toContainText('Pending');
    await expect(dashboard.welcome(firstName)).toBeVisible();
    expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
    await expectDataInvariants(page, payments);
  });

  await step('38: HTML in place of responses shows failures, and offers a retry', async () => {
    await test.step('each part shows its failure', async () => {
      for (const path of ['transactions/*', 'products/', 'credits/balance'])
        await console.addFault({ service: 'store', match: `GET /api/${path}`, fault: 'html' });
      await page.reload();
      await expect(ledger.region.getByRole('heading', { name: 'Treasury Access Error' })).toBeVisible();
      await expect(ledger.region).toContainText('Unable to load transaction ledger. Please try again.');
      await expect(dashboard.balance).toContainText("We couldn't load your balance.");
      await expect(dashboard.packages).toContainText("We couldn't load the packages.");
      await expect(page.locator('body')).not.toContainText('Bad Gateway');
      await expectDataInvariants(page, payments);
      await console.clearFaults();
    });

    await test.step('one press of Retry fetches all failed parts again', async () => {
      const retries = page.getByRole('button', { name: 'Retry' });
      await expect(retries).toHaveCount(4);
      await retries.first().click();
      await expect(retries).toHaveCount(0);
      await expect(ledger.rows.first()).toBeVisible();
      await expect(dashboard.buy('$5.00')).toBeEnabled();
    });
    await expectDataInvariants(page, payments);
  });

  await step('39: rows with missing or unusual values still show', async () => {
    pageErrors.allowMessage('Skipped an unreadable reversal');
    const unknown = pageErrors.allowResponse('store', '/api/transactions/reversed/refund', 400);
    const long = 'W'.repeat(10_000);
    const rows = [
      row({ id: null, ionic_transaction_id: null, ionic_order_id: null }),
      row({ status: null, product_name: null, amount_display: null, transaction_date: null }),
      row({ id: 'huge', total_credits: 1, balance_after_transaction: 2 }),
      row({ id: long, product_name: long, amount_display: long, status: long, transaction_date: long }),
      row({
        id: 'reversed',
        reversals: [null, { kind: 5, date: 'soon', amount_display: long, credits: 'many' }],
      }),
      row({ product_name: 'حزمة ذهبية (1) ‮abc' }),
      {},
    ];
    // Raw JSON text is the only way to send numbers beyond a double's range.
    const body = onlyPage(rows)
      .replace('"total_credits":1,', '"total_credits":9007199254740993,')
      .replace('"balance_after_transaction":2,', '"balance_after_transaction":1e309,');
    await answerHistory(console, body);
    await ledger.refresh.click();

    await expect(ledger.rows).toHaveCount(rows.length);
    await expect(ledger.cell('Transaction ID', 0)).toHaveText('N/A');
    await expect(ledger.cell('Status', 1)).toContainText('Pending');
    await expect(ledger.cell('Date', 1)).toHaveText('N/A');
    await expect(ledger.cell('Amount', 1)).toHaveText('N/A');
    await expect(ledger.cell('Credits', 2)).toHaveText('N/A');
    await expect(ledger.cell('Balance', 2)).toHaveText('N/A');
    await expect(ledger.cell('Package', 3)).toHaveText(`${'W'.repeat(120)}…`);
    await expect(ledger.cell('Transaction ID', 3)).toHaveText('WWWWWWWW…');
    await expect(ledger.cell('Package', 5)).toHaveAttribute('dir', 'auto');
    await expect(ledger.cell('Transaction ID', 6)).toHaveText('N/A');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    await ledger.open(0);
    await expect(ledger.fact('Package')).toHaveText('Plus');
    await page.keyboard.press('Escape');
    await ledger.open(4);
    const reversal = ledger.details.getByRole('region', { name: 'Refunds' }).getByRole('listitem');
    await expect(reversal).toHaveText(`Refunded${'W'.repeat(120)}…N/ACredits removed: N/A`);
    await unknown.occurred();
    await page.keyboard.press('Escape');
    await expectDataInvariants(page, payments);
  });

  await step('42: markup shows as text, and long text from the store is truncated', async () => {
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>';
    await answerHistory(console, onlyPage([row({ product_name: markup, amount_display: '<i>$1</i>' })]));
    const product = { id: 'p', name: markup, price_cents: 500, credits: 5, bonus_credits: 0 };
    const described = { ...product, description: `${markup}${'x'.repeat(5_000)}` };
    await console.reply('GET /api/products/', [described], { times: 10 });
    await page.reload();

    await expect(dashboard.welcome(firstName)).toBeVisible();
    await expect(ledger.cell('Package')).toHaveText(markup);
    await expect(ledger.cell('Amount')).toHaveText('<i>$1</i>');
    const card = dashboard.packages.getByRole('listitem');
    await expect(card).toContainText(`${markup.slice(0, 80)}…`);
    await expect(card).toContainText(`x…`);
    expect((await card.textContent())?.length).toBeLessThan(400);

    await test.step('markup in an error’s detail shows as text and is truncated', async () => {
      pageErrors.allowResponse('store', '/api/transactions/history', 400);
      await console.clearFaults();
      const detail = `${markup} ${'y'.repeat(5_000)}`;
      await console.reply(match, { detail }, { status: 400, times: 10 });
      await ledger.download.click();
      const problem = ledger.region.getByText('The download failed.');
      await expect(problem).toContainText(markup);
      await expect(problem).toContainText('y…');
      expect((await problem.textContent())?.length).toBeLessThan(400);
    });
    await expect(page.locator('main :is(img, script, b, i)')).toHaveCount(0);
    await expect(page).toHaveTitle('Dashboard · Coffer');
    await expectDataInvariants(page, payments);
  });
});
