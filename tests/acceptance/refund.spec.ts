import { expect, test } from '#tests/browser/fixtures.ts';
import { tabTo } from '#tests/browser/focus.ts';

test('a customer can refund the latest purchase, even if the response is lost', async ({
  page,
  console,
  customer,
  pageErrors,
  screens: { signIn, dashboard, checkout, ledger, notices },
}) => {
  const { keyboard } = page;
  const { refund } = ledger;
  const buy = async (price: string) => {
    await dashboard.buy(price).click();
    await checkout.fill(customer);
    await checkout.pay(price).click();
    await dashboard.continue.click();
  };
  await signIn.openAs(customer);
  await buy('$5.00');
  await buy('$10.00');

  await test.step('only the latest purchase is offered', async () => {
    await ledger.open(1);
    await expect(ledger.details).toContainText('Here, you can only refund your latest purchase.');
    await expect(refund.start).toHaveCount(0);
    await keyboard.press('Escape');
  });

  await test.step('keeping it changes nothing', async () => {
    await ledger.open(0);
    await tabTo(page, refund.start);
    await keyboard.press('Enter');
    await expect(refund.dialog).toContainText(/\$10\.00 goes back to .*credits of this purchase/s);
    await tabTo(page, refund.keep);
    await keyboard.press('Enter');
    await expect(refund.start).toBeFocused();
  });

  pageErrors.allowMessage('net::ERR');
  const id = new URL(page.url()).searchParams.get('tx');
  const match = `POST /api/transactions/${id}/refund`;
  const confirm = async () => {
    await keyboard.press('Enter');
    await tabTo(page, refund.confirm('$10.00'));
    await keyboard.press('Enter');
  };

  await test.step('checking a request that was lost refunds nothing', async () => {
    const lost = await console.addFault({ service: 'store', match, fault: 'reset-before' });
    // The page also checks on its own.
    const reading = { match: match.replace('POST', 'GET'), fault: 'hang' } as const;
    const slow = await console.addFault({ service: 'store', ...reading });
    await confirm();
    for (const fault of [lost, slow]) {
      await fault.struck();
      await fault.remove();
    }
    await tabTo(page, refund.checkAgain);
    const unread = await console.addFault({ service: 'store', ...reading, fault: 'reset-before' });
    await keyboard.press('Enter');
    await expect(ledger.details).toContainText("We couldn't check it just now.");
    await unread.remove();
    await keyboard.press('Enter');
    await expect(refund.start).toBeVisible();
    await expect(refund.dialog).toHaveCount(0);
    await tabTo(page, refund.start);
  });

  await test.step('a lost response never leads to a second refund', async () => {
    const fault = await console.addFault({ service: 'store', match, fault: 'reset-after' });
    await confirm();
    await fault.struck();
    await expect(ledger.details).toContainText('The money is on its way back to your card.');
    await expect(refund.start).toHaveCount(0);
    await fault.remove();
    await keyboard.press('Escape');
  });

  await test.step('the purchase is refunded, and the earlier one is now the latest', async () => {
    await expect(ledger.rows).toHaveCount(1);
    await expect(ledger.figure('Current Balance')).toHaveText('500');
    await ledger.filter('Refunded').click();
    await expect(ledger.cell('Amount')).toContainText('$10.00');
    expect(await console.bookErrors()).toEqual([]);
    await ledger.filter('Completed').click();
    await expect(ledger.cell('Amount')).toContainText('$5.00');
    await ledger.open(0);
    await refund.start.click();
    await refund.confirm('$5.00').click();
    await expect(notices.toast('Refund started')).toBeVisible();
    await expect(ledger.details).toContainText('The money is on its way back to your card');
  });
});
