import { expect, test } from './fixtures.ts';
import { stopClock } from './page-clock.ts';
import { codesPerHour, expectRefusal, otherThan } from './refusals.ts';

test('a refused verification says so in the pool’s words, and so does a code that was not sent', async ({
  page,
  addresses,
  pageErrors,
  visitor,
  pool,
  console,
  screens: { signIn, verifyEmail, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  await page.clock.install();
  await pool.register(visitor);
  const code = await console.mail(visitor.email);
  await signIn.openAs(visitor);
  await expect(verifyEmail.heading).toBeVisible();

  await test.step('no code', async () => {
    await verifyEmail.submit.click();
    await expect(verifyEmail.code).toHaveAccessibleDescription(/Please enter the verification code$/);
    await expect(verifyEmail.code).toBeFocused();
  });

  await test.step('a wrong code', async () => {
    const wrong = otherThan(code);
    await verifyEmail.verify(wrong);
    await expectRefusal(
      notices.error,
      'Invalid verification code provided, please try again.',
      new Map([[verifyEmail.code, wrong]]),
    );
  });

  await test.step('another code, as long as there may be one', async () => {
    await stopClock(page);
    await verifyEmail.resend.click();
    await expect(verifyEmail.resend).toHaveAttribute('aria-disabled', 'true');
    await page.clock.resume();
    await expect(notices.toast('Verification code sent to your email')).toBeVisible();
    for (let sent = 1; sent < codesPerHour; sent += 1)
      expect(await pool.call('ResendConfirmationCode', { Username: visitor.email })).toBeNull();
    await page.clock.runFor('00:31');
    await verifyEmail.resend.click();
    await expect(notices.toast('Failed to resend code')).toBeVisible();
    await expectRefusal(
      notices.error.last(),
      'Failed to resend code. Too many requests. Please try again later',
      new Map(),
    );
  });
});
