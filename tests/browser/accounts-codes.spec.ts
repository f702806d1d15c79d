import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';
import { stopClock } from './page-clock.ts';
import { newPerson } from './people.ts';
import { tooManyCodes } from './pool.ts';
import { expectRefusal, otherThan } from './refusals.ts';

test.use({ pageClock: true });

test('a guest moves between the code pages', async ({
  page,
  context,
  addresses,
  pageErrors,
  visitor,
  customer,
  pool,
  poolCalls,
  console,
  step,
  screens: { signIn, verifyEmail, resetPassword, notices },
}) => {
  await pool.register(visitor);
  await signIn.open();

  await step('a code is one field, which accepts a pasted code with spaces', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
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

    await paste('Your code is 123-456. It expires in 10 minutes.');
    await expect(verifyEmail.code, 'a whole code takes the place of the one before it').toHaveValue('123456');
    await verifyEmail.code.fill('１２３－６５４');
    await expect(verifyEmail.code).toHaveValue('123654');

    await verifyEmail.code.fill('');
    await verifyEmail.code.pressSequentially('1 2 3 4 5 6 7');
    await expect(verifyEmail.code).toHaveValue('123456');
    await expect(page.getByRole('textbox')).toHaveCount(1);
  });

  await step('a code can be resent after half a minute, with a countdown', async () => {
    await expect(verifyEmail.heading).toBeVisible();
    await stopClock(page);
    await verifyEmail.resend.click();
    await expect(verifyEmail.resend).toHaveAttribute('aria-disabled', 'true');
    await expect(verifyEmail.resend).toHaveAccessibleDescription('You can resend in 30 seconds.');
    // The toasts' code loads in real time; once it is there, they need a tick of the page's clock.
    let waited = 0;
    const isToastShown = async () => {
      await page.clock.runFor(100);
      waited += 100;
      return notices.toast('Verification code sent to your email').isVisible();
    };
    await expect.poll(isToastShown).toBe(true);
    await page.clock.runFor(10_000 - waited);
    await expect(verifyEmail.resend).toHaveAccessibleDescription(/ in 20 seconds\.$/);
    await verifyEmail.resend.press('Enter');
    // fastForward skips ticks, as a tab in the background or a sleeping machine does.
    await page.clock.fastForward('00:10');
    await expect(verifyEmail.resend).toHaveAccessibleDescription(/ in 10 seconds\.$/);
    await page.clock.fastForward('00:10');
    await expect(verifyEmail.resend).not.toHaveAttribute('aria-disabled', 'true');
    expect(poolCalls.count('ResendConfirmationCode')).toBe(1);
    await verifyEmail.resend.click();
    await expect.poll(() => poolCalls.count('ResendConfirmationCode')).toBe(2);
    await page.clock.resume();
  });

  await step(
    'a field is checked 300 ms after a change, and at once on blur; an untouched field is not',
    async () => {
      await visit(page, '/reset-password', { email: customer.email });
      await expect(resetPassword.heading).toBeVisible();
      await stopClock(page);
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
      await expect(notices.error).toBeHidden();
      await page.clock.resume();
    },
  );

  await step('resending a reset code talks about the reset, and so does its refusal', async () => {
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    await expect(resetPassword.heading).toBeVisible();
    await resetPassword.resend.click();
    await expect(notices.toast('Password reset code sent to your email')).toBeVisible();
    await expect(resetPassword.resend).toHaveAttribute('aria-disabled', 'true');
    await console.addFault(tooManyCodes('ForgotPassword', customer.email));
    await page.clock.runFor('00:31');
    await resetPassword.resend.click();
    await expect(notices.errorLines).toHaveText(['Too many requests. Please try again later']);
  });

  await step('a refused verification and an unsent code show the pool’s message', async () => {
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    const another = newPerson();
    await pool.register(another);
    const code = await console.mail(another.email);
    await resetPassword.backToSignIn.click();
    await signIn.signIn(another);
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

    await test.step('more codes, as long as the pool allows them', async () => {
      await console.addFault(tooManyCodes('ResendConfirmationCode', another.email));
      await page.clock.runFor('00:31');
      await verifyEmail.resend.click();
      await expect(notices.toast('Failed to resend code')).toBeVisible();
      await expect(notices.error.last().getByRole('paragraph')).toHaveText([
        'Failed to resend code',
        'Too many requests. Please try again later',
      ]);
    });
  });
});
