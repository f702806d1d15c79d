import { expect, test } from './fixtures.ts';
import { expectRefusal, otherThan, poolLimits } from './refusals.ts';

test('a refused verification says so in the pool’s words, and so does a code that was not sent', async ({
  page,
  addresses,
  guard,
  visitor,
  pool,
  console,
  screens: { signIn, verifyEmail, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
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

  await test.step('too many wrong codes', async () => {
    const guess = { Username: visitor.email, ConfirmationCode: otherThan(code) };
    for (let tries = 1; tries < poolLimits.wrongCodes; tries += 1)
      expect(await pool.call('ConfirmSignUp', guess)).toBe('CodeMismatchException');
    await verifyEmail.submit.click();
    await expectRefusal(notices.error, 'Attempt limit exceeded, please try after some time.', new Map());
  });

  await test.step('another code, as long as there may be one', async () => {
    await verifyEmail.resend.click();
    await expect(notices.toast('Verification code sent to your email')).toBeVisible();
    for (let sent = 1; sent < poolLimits.requests; sent += 1)
      expect(await pool.call('ResendConfirmationCode', { Username: visitor.email })).toBeNull();
    await expect(verifyEmail.resend).toHaveAttribute('aria-disabled', 'true');
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

test('an account that is verified already is not verified again', async ({
  addresses,
  guard,
  visitor,
  pool,
  console,
  screens: { signIn, verifyEmail, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  await pool.register(visitor);
  const code = await console.mail(visitor.email);
  await signIn.openAs(visitor);
  await expect(verifyEmail.heading).toBeVisible();
  const verification = { Username: visitor.email, ConfirmationCode: code };
  expect(await pool.call('ConfirmSignUp', verification)).toBeNull();
  await verifyEmail.verify(code);
  await expectRefusal(
    notices.error,
    'User cannot be confirmed. Current status is CONFIRMED',
    new Map([[verifyEmail.code, code]]),
  );
});
