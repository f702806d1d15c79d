import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { newPerson, type Person } from './people.ts';

/** How many codes, and how many wrong ones, the pool allows a user in an hour. */
const poolLimits = { requests: 5, wrongCodes: 10 } as const;

const wrongCode = '000000';
/** A code that is not this one. */
const otherThan = (code: string) => (code === wrongCode ? '111111' : wrongCode);

const passwordRules =
  'Password must be at least 8 characters and include uppercase, lowercase, numbers, and symbols';

/** Holds a refusal to its words, and the form to what was typed. */
async function expectRefusal(
  error: Locator,
  text: string,
  typed: ReadonlyMap<Locator, string>,
): Promise<void> {
  await expect(error).toHaveText(new RegExp(`^!?${escaped(text)}$`));
  for (const [field, value] of typed) await expect(field).toHaveValue(value);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

test('every refusal of a sign-up has its words, and the form keeps what was typed', async ({
  addresses,
  customer,
  guard,
  screens: { signUp, notices },
  poolCalls,
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  const refusals: readonly [name: string, change: Partial<Person>, text: string][] = [
    ['a password too short', { password: 'Ab1!' }, passwordRules],
    ['a password without an uppercase letter', { password: 'analytical-1843' }, passwordRules],
    ['a password without a lowercase letter', { password: 'ANALYTICAL-1843' }, passwordRules],
    ['a password without a number', { password: 'Analytical-Engine' }, passwordRules],
    ['a password without a symbol', { password: 'Analytical1843' }, passwordRules],
    ['an email with an account', { email: customer.email }, 'An account with this email already exists'],
    ['a phone number too short', { phone: '555' }, 'Please enter a valid phone number (e.g., +1234567890)'],
    ['an email without a host', { email: 'ada' }, 'Please enter a valid email address'],
    ['an email with spaces', { email: 'ada at example.com' }, 'Please enter a valid email address'],
    [
      'another parameter',
      { password: ' Analytical-1843!' },
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    ],
    ['no email', { email: '' }, 'Username cannot be empty'],
    ['no password', { password: '' }, 'Password cannot be empty'],
  ];
  await signUp.open();
  for (const [name, change, text] of refusals) {
    await test.step(name, async () => {
      const person = { ...newPerson(), ...change };
      await signUp.register(person);
      await expectRefusal(
        notices.error,
        text,
        new Map([
          [signUp.firstName, person.firstName],
          [signUp.lastName, person.lastName],
          [signUp.email, person.email],
          [signUp.password, person.password],
        ]),
      );
    });
  }
  // What is empty is refused without asking the pool.
  expect(poolCalls.count('SignUp')).toBe(refusals.length - 2);
});

test('a refused sign-in says so in the pool’s words', async ({
  addresses,
  customer,
  guard,
  pool,
  screens: { signIn, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  await signIn.open();

  const wrongPassword = 'Wrong-password-1';
  for (const [name, email, text] of [
    ['an unknown user', newPerson().email, 'User does not exist.'],
    ['a wrong password', customer.email, 'Incorrect username or password.'],
  ] as const) {
    await test.step(name, async () => {
      await signIn.signIn({ email, password: wrongPassword });
      await expectRefusal(
        notices.error,
        text,
        new Map([
          [signIn.email, email],
          [signIn.password, wrongPassword],
        ]),
      );
    });
  }

  await test.step('a user whom the pool has disabled', async () => {
    const person = newPerson();
    await pool.register(person);
    await pool.disable(person.email);
    await signIn.signIn(person);
    await expectRefusal(notices.error, 'User is disabled.', new Map([[signIn.email, person.email]]));
  });
});

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
  await signIn.open();
  await signIn.signIn(visitor);
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
  await signIn.open();
  await signIn.signIn(visitor);
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
