import { authenticatorCode } from './factors.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ addresses, pageErrors }) => {
  // The pool tracks no devices, and says so: Security is there all the same.
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
});

test('a secret is shown no longer than it is looked at', async ({
  page,
  customer,
  session,
  screens: { security },
}) => {
  await session.openAs(customer);
  await security.opener.click();
  await security.turnOn.click();
  const first = await security.readSecret();
  await security.cancel.click();
  await expect(security.secret).toBeHidden();
  await security.turnOn.click();
  await expect(security.secret).toBeVisible();
  const second = await security.readSecret();
  expect(second).not.toBe(first);
  await page.keyboard.press('Escape');
  await security.opener.click();
  await expect(security.turnOn).toBeVisible();
  await expect(security.secret).toBeHidden();
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(second);
});

test('where the pool knows no such codes, or does not answer, Security says so', async ({
  customer,
  console,
  pool,
  session,
  addresses,
  pageErrors,
  screens: { security },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 500);
  await pool.set({ mfa: 'OFF' });
  await session.openAs(customer);
  const broken = await console.addFault({
    service: 'pool',
    match: 'POST / GetUser',
    customer: customer.email,
    fault: 'status',
    status: 500,
  });
  await security.opener.click();
  await expect(security.alert).toContainText('Your security settings could not be loaded.');
  await broken.remove();
  await security.section.getByRole('button', { name: 'Retry', exact: true }).click();
  await security.turnOn.click();
  await expect(security.section).toContainText('Codes from an authenticator app are not available here.');
  await expect(security.turnOn).toBeHidden();
});

test('where the code that draws does not arrive, the setup key is enough', async ({
  page,
  customer,
  session,
  pageErrors,
  screens: { security },
}) => {
  pageErrors.allowMessage('net::ERR_FAILED');
  await page.route('**/qr-drawing-*.js', (route) => route.abort());
  await session.openAs(customer);
  await security.opener.click();
  await security.turnOn.click();
  await expect(security.section).toContainText('The QR code could not be drawn.');
  await security.code.fill(authenticatorCode(await security.readSecret()));
  await security.submit.click();
  await expect(security.notice).toContainText('is on');
});
