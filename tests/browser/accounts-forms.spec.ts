import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';

test('browsers and password managers are told what each field is for', async ({
  page,
  visitor,
  customer,
  screens: { signIn, signUp, verifyEmail, forgotPassword, resetPassword },
}) => {
  await signUp.open();
  for (const [field, autocomplete] of [
    [signUp.firstName, 'given-name'],
    [signUp.lastName, 'family-name'],
    [signUp.email, 'email'],
    [signUp.phone, 'tel'],
    [signUp.password, 'new-password'],
  ] as const)
    await expect(field).toHaveAttribute('autocomplete', autocomplete);

  await signUp.signIn.click();
  await expect(signIn.email).toHaveAttribute('autocomplete', 'username');
  await expect(signIn.password).toHaveAttribute('autocomplete', 'current-password');

  await visit(page, '/verify-email', { email: visitor.email });
  await expect(verifyEmail.code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(verifyEmail.code).toHaveAttribute('inputmode', 'numeric');

  await forgotPassword.open();
  await expect(forgotPassword.email).toHaveAttribute('autocomplete', 'username');
  await forgotPassword.request(customer.email);
  await expect(resetPassword.code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(resetPassword.newPassword).toHaveAttribute('autocomplete', 'new-password');
  await expect(resetPassword.confirmPassword).toHaveAttribute('autocomplete', 'new-password');
  const owner = page.locator('form input[autocomplete="username"]');
  await expect(owner).toHaveValue(customer.email);
  await expect(owner).toBeHidden();
});

test('a code is one field, which takes a pasted code with its spaces', async ({
  page,
  context,
  visitor,
  screens: { signIn, verifyEmail },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn.open();
  await visit(page, '/verify-email', { email: visitor.email });
  await expect(verifyEmail.heading).toBeVisible();

  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await verifyEmail.code.press('ControlOrMeta+V');
  };
  await paste(' 12 34\u00a056\n');
  await expect(verifyEmail.code).toHaveValue('123456');

  await verifyEmail.code.press('ControlOrMeta+A');
  await paste('987 654 321');
  await expect(verifyEmail.code).toHaveValue('987654');

  await verifyEmail.code.fill('');
  await verifyEmail.code.pressSequentially('1 2 3 4 5 6 7');
  await expect(verifyEmail.code).toHaveValue('123456');
  await expect(page.getByRole('textbox')).toHaveCount(1);
});

test('a password can be shown, and submitting its form masks it', async ({
  page,
  addresses,
  customer,
  guard,
  screens: { signIn, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  await signIn.open();
  await signIn.email.fill(customer.email);
  await signIn.password.fill('Wrong-password-1');
  await expect(signIn.password).toHaveAttribute('type', 'password');
  await expect(signIn.show).toHaveAttribute('aria-pressed', 'false');

  await signIn.show.click();
  await expect(signIn.password).toHaveAttribute('type', 'text');
  await expect(signIn.password).toHaveValue('Wrong-password-1');
  await expect(signIn.hide).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL('/login');

  await signIn.submit.click();
  await expect(signIn.password).toHaveAttribute('type', 'password');
  await expect(signIn.show).toHaveAttribute('aria-pressed', 'false');
  await expect(notices.error).toBeVisible();
  await expect(signIn.password).toHaveValue('Wrong-password-1');
});

test('the new passwords of a sign-up and of a reset are masked again by submitting them', async ({
  page,
  addresses,
  customer,
  guard,
  screens: { signIn, signUp, resetPassword, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  await signUp.open();
  await signUp.fill(customer);
  await signIn.show.click();
  await expect(signUp.password).toHaveAttribute('type', 'text');
  await signUp.submit.click();
  await expect(signUp.password).toHaveAttribute('type', 'password');
  await expect(notices.error).toBeVisible();

  await visit(page, '/reset-password', { email: customer.email });
  await expect(resetPassword.heading).toBeVisible();
  await expect(signIn.show).toHaveCount(2);
  await signIn.show.last().click();
  await signIn.show.click();
  await expect(signIn.hide).toHaveCount(2);
  await resetPassword.reset('123456', 'short', 'other');
  await expect(signIn.hide).toHaveCount(0);
  await expect(resetPassword.newPassword).toHaveAttribute('type', 'password');
  await expect(resetPassword.confirmPassword).toHaveAttribute('type', 'password');
});

test('a field is checked 300 ms after a change and at once when it is left, and an untouched one is not', async ({
  page,
  customer,
  screens: { signIn, resetPassword, notices },
}) => {
  await page.clock.install();
  await signIn.open();
  await visit(page, '/reset-password', { email: customer.email });
  await expect(resetPassword.heading).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const { newPassword, confirmPassword } = resetPassword;

  await newPassword.fill('short');
  await page.clock.runFor(299);
  await expect(newPassword).not.toHaveAttribute('aria-invalid');
  await page.clock.runFor(1);
  await expect(newPassword).toHaveAccessibleDescription(/Password must be at least 8 characters$/);
  await newPassword.fill('Difference-1822?');
  await expect(newPassword).not.toHaveAttribute('aria-invalid');

  await newPassword.fill('short');
  await newPassword.press('Tab');
  await expect(newPassword).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Tab');
  await expect(confirmPassword).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirmPassword).not.toHaveAttribute('aria-invalid');

  // As by a password manager, which fills several fields at once.
  for (const [field, text] of [
    [confirmPassword, 'other'],
    [newPassword, 'brief'],
  ] as const)
    await field.evaluate((input, filled) => {
      if (!(input instanceof HTMLInputElement)) throw new Error('This is no field');
      input.value = filled;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
  await page.clock.runFor(300);
  await expect(newPassword).toHaveAttribute('aria-invalid', 'true');
  await expect(confirmPassword).toHaveAccessibleDescription(/Passwords do not match$/);
  // Nothing was submitted: the fields speak for themselves.
  await expect(notices.error).toBeHidden();
});

test('emails and passwords may be pasted', async ({ page, context, screens: { signIn, signUp } }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp.open();
  await expect(signUp.heading).toBeVisible();
  const paste = async (field: Locator, text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field.press('ControlOrMeta+V');
    await expect(field).toHaveValue(text);
  };
  await paste(signUp.email, 'ada@example.com');
  await paste(signUp.password, 'Analytical-1843!');
  await signUp.signIn.click();
  await signIn.heading.waitFor();
  await paste(signIn.email, 'ada@example.com');
  await paste(signIn.password, 'Analytical-1843!');
});

test('what is missing is said where it is missing and in a summary, and the focus goes there', async ({
  page,
  poolCalls,
  visitor,
  screens: { signIn, verifyEmail, notices },
}) => {
  await signIn.open();
  await expect(signIn.email).not.toHaveAttribute('aria-invalid');

  await signIn.submit.click();
  await expect(notices.error).toHaveText(/Please check: Email, Password$/);
  await expect(signIn.email).toBeFocused();
  await expect(signIn.email).toHaveAttribute('aria-invalid', 'true');
  await expect(signIn.email).toHaveAccessibleDescription(/Email is required$/);
  await expect(signIn.password).toHaveAccessibleDescription(/Password is required$/);

  await signIn.email.fill('ada@example.com');
  await expect(signIn.email).not.toHaveAttribute('aria-invalid');
  await expect(notices.error).toHaveText(/Please check: Password$/);
  await page.keyboard.press('Enter');
  await expect(signIn.password).toBeFocused();
  await signIn.password.fill('x');
  await expect(signIn.password).not.toHaveAttribute('aria-invalid');
  await expect(notices.error).toBeHidden();

  await visit(page, '/verify-email', { email: visitor.email });
  await verifyEmail.submit.click();
  await expect(notices.error).toHaveText(/Please check: Verification code$/);
  await expect(verifyEmail.code).toBeFocused();
  await expect(verifyEmail.code).toHaveAccessibleDescription(/Please enter the verification code$/);
  expect(poolCalls.all()).toEqual([]);
});

test('the checklist follows the password while it is typed, and is read out', async ({
  page,
  screens: { signUp },
}) => {
  const rules: readonly string[] = [
    'At least 8 characters',
    'A number',
    'A lowercase letter',
    'An uppercase letter',
    'A symbol',
  ];
  const announcement = page.locator('[aria-live="polite"]').filter({ hasText: /password|needed/i });
  await signUp.open();
  await expect(signUp.requirements.getByRole('listitem')).toHaveCount(rules.length);
  await expect(announcement).toHaveCount(0);

  const progress: readonly [password: string, met: readonly string[]][] = [
    ['a', ['A lowercase letter']],
    ['aB', ['A lowercase letter', 'An uppercase letter']],
    ['aB1', ['A number', 'A lowercase letter', 'An uppercase letter']],
    ['aB1!', ['A number', 'A lowercase letter', 'An uppercase letter', 'A symbol']],
    ['aB1!aB1!', rules],
  ];
  for (const [password, met] of progress) {
    await signUp.password.fill(password);
    for (const rule of rules)
      await expect(signUp.requirement(rule, met.includes(rule) ? 'met' : 'not met yet')).toBeVisible();
    const missing = rules.filter((rule) => !met.includes(rule));
    await expect(announcement).toHaveText(
      missing.length === 0 ? 'All password requirements are met' : `Still needed: ${missing.join(', ')}`,
    );
  }
});

test('a phone number is formatted as it is typed, and sent in its international form', async ({
  page,
  visitor,
  screens: { signUp, verifyEmail },
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    const phone = /"phone_number","Value":"([^"]*)"/.exec(body)?.[1];
    if (phone !== undefined) sent.push(phone);
  });
  await signUp.open();
  await signUp.phone.pressSequentially('555123456789');
  await expect(signUp.phone).toHaveValue('(555) 123-4567');
  await signUp.register(visitor);
  await expect(verifyEmail.heading).toBeVisible();
  expect(sent).toEqual(['+15551234567']);
});

test('a code can be sent again after half a minute, counted down', async ({
  page,
  visitor,
  pool,
  poolCalls,
  screens: { signIn, verifyEmail, notices },
}) => {
  await page.clock.install();
  await pool.register(visitor);
  await signIn.open();
  await visit(page, '/verify-email', { email: visitor.email });
  await expect(verifyEmail.heading).toBeVisible();
  await verifyEmail.resend.click();
  await expect(notices.toast('Verification code sent to your email')).toBeVisible();
  await expect(verifyEmail.resend).toHaveAttribute('aria-disabled', 'true');
  await expect(verifyEmail.resend).toHaveAccessibleDescription(
    /^You can have another code sent in (30|29|28) s\.$/,
  );
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.clock.runFor('00:10');
  await expect(verifyEmail.resend).toHaveAccessibleDescription(/in (20|19|18|17|16) s\.$/);
  await verifyEmail.resend.press('Enter');
  // As in a tab in the background, or a machine that slept: time goes by without its ticks.
  await page.clock.fastForward('00:10');
  await expect(verifyEmail.resend).toHaveAccessibleDescription(/in (10|9|8|7|6) s\.$/);
  await page.clock.fastForward('00:10');
  await expect(verifyEmail.resend).not.toHaveAttribute('aria-disabled', 'true');
  expect(poolCalls.count('ResendConfirmationCode')).toBe(1);
  await verifyEmail.resend.click();
  await expect.poll(() => poolCalls.count('ResendConfirmationCode')).toBe(2);
});

test('each page has a title, and its heading gets the focus when it is navigated to', async ({
  page,
  visitor,
  customer,
  screens: { signIn, signUp, verifyEmail, forgotPassword, resetPassword, dashboard },
}) => {
  await signIn.open();
  await expect(page).toHaveTitle('Sign in · Coffer');
  await expect(signIn.heading).not.toBeFocused();

  await signIn.createAccount.click();
  await expect(signUp.heading).toBeFocused();
  await expect(page).toHaveTitle('Create your account · Coffer');
  await signUp.signIn.click();
  await expect(signIn.heading).toBeFocused();
  await signIn.forgotPassword.click();
  await expect(forgotPassword.heading).toBeFocused();
  await expect(page).toHaveTitle('Forgot your password? · Coffer');
  await forgotPassword.request(customer.email);
  await expect(resetPassword.heading).toBeFocused();
  await expect(page).toHaveTitle('Reset your password · Coffer');
  await resetPassword.backToSignIn.click();
  await expect(signIn.heading).toBeFocused();

  await visit(page, '/verify-email', { email: visitor.email });
  await expect(verifyEmail.heading).toBeFocused();
  await expect(page).toHaveTitle('Verify your email · Coffer');
  await verifyEmail.backToSignUp.click();
  await expect(signUp.heading).toBeFocused();
  await signUp.signIn.click();
  await signIn.signIn(customer);
  await expect(dashboard.welcome(customer.firstName)).toBeFocused();
  await expect(page).toHaveTitle('Dashboard · Coffer');
});
