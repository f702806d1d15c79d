import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';
import { stopClock } from './page-clock.ts';

test.use({ pageClock: true });

test('the verification form accepts pasted codes and limits resending', async ({
  page,
  context,
  visitor,
  pool,
  poolCalls,
  step,
  screens: { signIn, verifyEmail, notices },
}) => {
  await pool.register(visitor);
  await signIn.open();

  await step('the code field accepts a pasted code with spaces or surrounding text', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit(page, '/verify-email', { email: visitor.email });
    await expect(verifyEmail.heading).toBeVisible();

    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await verifyEmail.code.press('ControlOrMeta+V');
    };
    await paste(' 12 34\u00a056\n');
    await expect(verifyEmail.code).toHaveValue('123456');

    await paste('Your code is 987-654. It expires in 10 minutes.');
    await expect(verifyEmail.code, 'a whole code takes the place of the one before it').toHaveValue('987654');

    await verifyEmail.code.fill('');
    await verifyEmail.code.pressSequentially('1 2 3 4 5 6 7');
    await expect(verifyEmail.code).toHaveValue('123456');
    await expect(page.getByRole('textbox')).toHaveCount(1);
  });

  await step('a code can be resent after 30 seconds, and a countdown shows the wait', async () => {
    await stopClock(page);
    await verifyEmail.resend.click();
    await expect(verifyEmail.resend).toHaveAttribute('aria-disabled', 'true');
    await expect(verifyEmail.resend).toHaveAccessibleDescription('You can resend in 30 seconds.');
    // The toasts' code loads in real time. Then a toast needs a tick of the page's fake clock to appear.
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
    // `fastForward` skips ticks, like a background tab or a sleeping machine.
    await page.clock.fastForward('00:20');
    await expect(verifyEmail.resend).not.toHaveAttribute('aria-disabled', 'true');
    expect(poolCalls.count('ResendConfirmationCode')).toBe(1);
    await verifyEmail.resend.click();
    await expect.poll(() => poolCalls.count('ResendConfirmationCode')).toBe(2);
  });
});
