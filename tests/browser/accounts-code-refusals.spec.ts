import { expect, test } from './fixtures.ts';
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
  await expect(notices.toast('Verification code sent to your email')).toBeVisible();

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
    for (let sent = 1; sent < codesPerHour; sent += 1)
      expect(await pool.call('ResendConfirmationCode', { Username: visitor.email })).toBeNull();
    await page.clock.runFor('00:31');
    await verifyEmail.resend.click();
    await expect(notices.toast('Failed to resend code')).toBeVisible();
    await expect(notices.error.last().getByRole('paragraph')).toHaveText([
      'Failed to resend code',
      'Too many requests. Please try again later',
    ]);
  });
});
