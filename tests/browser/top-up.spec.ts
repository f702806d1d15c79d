import { expect, test } from '#tests/browser/fixtures.ts';
import { first } from '#tests/models/machines/cards.ts';
import { stopped } from '#tests/top-ups.ts';

test.use({ pageClock: true });

test('a sign-in to turn automatic top-up on returns to what was typed', async ({
  addresses,
  console,
  customer,
  pageErrors,
  screens: { signIn, billing },
}) => {
  await console.addFault({
    service: 'store',
    match: 'GET /api/cards',
    fault: 'malformed',
    status: 200,
    body: JSON.stringify({ cards: [first] }),
    times: 10,
  });
  pageErrors.allowResponse(`${addresses.store}/api/top-up`, 403);
  await console.addFault({
    service: 'store',
    match: 'PUT /api/top-up',
    fault: 'status',
    status: 403,
    body: JSON.stringify({ code: 'recent-sign-in-required', detail: 'No.' }),
    times: 1,
  });
  await signIn.openAs(customer);
  await billing.link.click();
  const { topUp } = billing;
  await topUp.switch.check();
  await expect(topUp.region).toContainText('Not saved yet');
  await topUp.threshold.fill('１,500');
  await topUp.limit.fill('75.50');
  await topUp.save.click();
  await expect(topUp.region.getByRole('alert')).toHaveText(/please sign in again\. Nothing was saved\./);
  await expect(topUp.threshold).toHaveValue('１,500');
  await topUp.region.getByRole('button', { name: 'Sign in again', exact: true }).click();

  await signIn.signIn(customer);
  await expect(topUp.threshold).toHaveValue('１,500');
  await expect(topUp.limit).toHaveValue('75.50');
  await expect(topUp.region).toContainText('falls below 1,500 credits');
});

test('a charge that was sent before Turn Off is reported until its outcome is known', async ({
  page,
  console,
  customer,
  screens: { signIn, billing },
}) => {
  const charge = {
    transaction_id: 't1',
    date: '2026-11-28T12:00:00Z',
    amount_cents: 500,
    credits: 500,
    status: 'pending',
  };
  await console.addFault({
    service: 'store',
    match: 'GET /api/top-up',
    fault: 'malformed',
    status: 200,
    body: JSON.stringify({ ...stopped, open_charge: charge, last_charge: charge }),
    times: 1,
  });
  await signIn.openAs(customer);
  await billing.link.click();
  const notice = billing.topUp.region.getByText('A charge of $5.00 was already sent.');
  await expect(notice).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(notice).toBeHidden();
});
