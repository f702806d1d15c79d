import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';
import { stopClock } from './page-clock.ts';

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
  await stopClock(page);
  await verifyEmail.resend.click();
  await expect(verifyEmail.resend).toHaveAttribute('aria-disabled', 'true');
  await expect(verifyEmail.resend).toHaveAccessibleDescription('You can have another code sent in 30 s.');
  // Toasts come with their code: how soon is no matter of the page's clock, and then they may wait for a tick of it.
  let waited = 0;
  const isToastShown = async () => {
    await page.clock.runFor(100);
    waited += 100;
    return notices.toast('Verification code sent to your email').isVisible();
  };
  await expect.poll(isToastShown).toBe(true);
  await page.clock.runFor(10_000 - waited);
  await expect(verifyEmail.resend).toHaveAccessibleDescription(/ in 20 s\.$/);
  await verifyEmail.resend.press('Enter');
  // As in a tab in the background, or a machine that slept: time goes by without its ticks.
  await page.clock.fastForward('00:10');
  await expect(verifyEmail.resend).toHaveAccessibleDescription(/ in 10 s\.$/);
  await page.clock.fastForward('00:10');
  await expect(verifyEmail.resend).not.toHaveAttribute('aria-disabled', 'true');
  expect(poolCalls.count('ResendConfirmationCode')).toBe(1);
  await verifyEmail.resend.click();
  await expect.poll(() => poolCalls.count('ResendConfirmationCode')).toBe(2);
});
