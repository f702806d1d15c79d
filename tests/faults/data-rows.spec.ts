import { expect, test } from '../browser/fixtures.ts';
import { answerHistory, historyMatch, onlyPage, row } from './data-answers.ts';
import { expectDataInvariants } from './data-invariants.ts';

test('a customer whose name is markup sees rows that no store should have', async ({
  page,
  visitor,
  addresses,
  pageErrors,
  console,
  payments,
  session,
  step,
  screens: { dashboard, ledger },
}) => {
  await console.createUser({ ...visitor, firstName: '<b>Ada</b>' });
  await session.openAs(visitor);
  await expect(ledger.region.getByRole('heading', { name: 'No Completed Transactions' })).toBeVisible();

  await step('39: odd rows stay', async () => {
    pageErrors.allowMessage('Skipped an unreadable reversal');
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
    // Numbers beyond a double's range only fit in raw JSON text.
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
    await expect(reversal).toHaveText(`Refunded${'W'.repeat(120)}…N/ACredits taken back: N/A`);
    await page.keyboard.press('Escape');
    await expectDataInvariants(page, payments);
  });

  await step('42: markup shows as text, and long words from the store are cut', async () => {
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>';
    await answerHistory(console, onlyPage([row({ product_name: markup, amount_display: '<i>$1</i>' })]));
    const product = { id: 'p', name: markup, price_cents: 500, credits: 5, bonus_credits: 0 };
    await console.addFault({
      service: 'store',
      match: 'GET /api/products/',
      fault: 'malformed',
      body: JSON.stringify([{ ...product, description: `${markup}${'x'.repeat(5_000)}` }]),
    });
    await page.reload();

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
});
