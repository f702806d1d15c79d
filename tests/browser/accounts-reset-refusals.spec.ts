import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';
import { expectRefusal, otherThan, passwordRules, poolLimits } from './refusals.ts';

test('a refused request for a reset code has its words', async ({
  addresses,
  customer,
  visitor,
  guard,
  pool,
  screens: { forgotPassword, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  const stranger = newPerson();
  await pool.register(visitor);
  for (let sent = 0; sent < poolLimits.requests; sent += 1)
    expect(await pool.call('ForgotPassword', { Username: customer.email })).toBeNull();

  await forgotPassword.open();
  await expect(forgotPassword.sendCode).toBeDisabled();
  for (const [name, { email }, text] of [
    ['an unknown email', stranger, 'No account found with this email address'],
    ['too many codes', customer, 'Too many requests. Please try again later'],
    ['an email that is not verified', visitor, 'Failed to send reset code'],
  ] as const) {
    await test.step(name, async () => {
      await forgotPassword.request(email);
      await expectRefusal(notices.error, text, new Map([[forgotPassword.email, email]]));
    });
  }
});

test('a refused reset has its words, and the form keeps what was typed', async ({
  page,
  addresses,
  customer,
  guard,
  pool,
  console,
  screens: { forgotPassword, resetPassword, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  const strong = 'Difference-1822?';
  await forgotPassword.open();
  await forgotPassword.request(customer.email);
  await expect(resetPassword.heading).toBeVisible();
  const code = await console.mail(customer.email);
  const wrong = otherThan(code);

  await test.step('nothing is sent before all fields are filled in', async () => {
    await expect(resetPassword.submit).toBeDisabled();
    await resetPassword.code.fill(code);
    await resetPassword.newPassword.fill(strong);
    await expect(resetPassword.submit).toBeDisabled();
    await resetPassword.confirmPassword.fill(strong);
    await expect(resetPassword.submit).toBeEnabled();
  });

  await test.step('passwords that differ', async () => {
    await resetPassword.reset(code, strong, `${strong}!`);
    await expect(resetPassword.confirmPassword).toHaveAccessibleDescription(/Passwords do not match$/);
    await expect(resetPassword.confirmPassword).toBeFocused();
  });

  await test.step('a password too short', async () => {
    await resetPassword.reset(code, 'Ab1!');
    await expect(resetPassword.newPassword).toHaveAccessibleDescription(
      /Password must be at least 8 characters$/,
    );
    await expect(resetPassword.newPassword).toBeFocused();
  });

  for (const [name, given, password, text] of [
    ['a weak password', code, 'difference-1822', passwordRules],
    ['a wrong code', wrong, strong, 'Invalid verification code'],
  ] as const) {
    await test.step(name, async () => {
      await resetPassword.reset(given, password);
      await expectRefusal(
        notices.error,
        text,
        new Map([
          [resetPassword.code, given],
          [resetPassword.newPassword, password],
          [resetPassword.confirmPassword, password],
        ]),
      );
    });
  }

  await test.step('too many wrong codes', async () => {
    const guess = { Username: customer.email, ConfirmationCode: wrong, Password: strong };
    for (let tries = 1; tries < poolLimits.wrongCodes; tries += 1)
      expect(await pool.call('ConfirmForgotPassword', guess)).toBe('CodeMismatchException');
    await resetPassword.reset(wrong, strong);
    await expectRefusal(notices.error, 'Failed to reset password', new Map());
  });

  await expect(page).toHaveURL('/reset-password');
});

test('a reset code that was used is over', async ({
  addresses,
  customer,
  guard,
  pool,
  console,
  screens: { forgotPassword, resetPassword, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  await forgotPassword.open();
  await forgotPassword.request(customer.email);
  await expect(resetPassword.heading).toBeVisible();
  const code = await console.mail(customer.email);
  const reset = { Username: customer.email, ConfirmationCode: code, Password: 'Difference-1822?' };
  expect(await pool.call('ConfirmForgotPassword', reset)).toBeNull();
  await resetPassword.reset(code, 'Jacquard-1804!');
  await expectRefusal(
    notices.error,
    'Verification code has expired. Please request a new one',
    new Map([[resetPassword.code, code]]),
  );
});
