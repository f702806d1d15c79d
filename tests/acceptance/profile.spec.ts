import { expect, test } from '#tests/browser/fixtures.ts';
import { tabTo } from '#tests/browser/focus.ts';
import { screensOf } from '#tests/browser/screens/index.ts';

test('a customer can change name and password, sign out everywhere and delete the account', async ({
  page,
  context,
  visitor,
  console,
  session,
  pageErrors,
  screens: { header, signIn, profile, notices },
}) => {
  const { keyboard } = page;
  const password = 'Difference-1849!';
  // The pool refuses wrong passwords, and ended sessions of the other tab, with 400.
  pageErrors.allowResponse('pool', '/', 400);
  await console.createUser(visitor, 3);
  await session.openAs(visitor);
  const otherPage = await context.newPage();
  const other = screensOf(otherPage);
  await other.dashboard.open();
  await expect(other.dashboard.welcome('Ada')).toBeVisible();
  await page.bringToFront();

  await test.step('a new name is in the greeting of every tab', async () => {
    await tabTo(page, header.profile);
    await keyboard.press('Enter');
    await expect(profile.heading).toBeFocused();
    await profile.phone.fill('+44 20 7946 0958');
    await profile.firstName.fill('Grace');
    await keyboard.press('Enter');
    await expect(profile.phone).toHaveAccessibleDescription('Please enter a US phone number');
    await profile.phone.fill('5557654321');
    await keyboard.press('Enter');
    await expect(profile.saved).toBeVisible();
    await expect(other.dashboard.welcome('Grace')).toBeVisible();
    await profile.phone.fill('555');
    await keyboard.press('Enter');
    await expect(profile.saved).toBeHidden();
    await profile.phone.fill('5557654321');
  });

  await test.step('what is typed stays while offline', async () => {
    await profile.lastName.fill('Hopper');
    await context.setOffline(true);
    await expect(profile.save).toHaveAttribute('aria-disabled', 'true');
    await context.setOffline(false);
    await expect(profile.save).toHaveAttribute('aria-disabled', 'false');
    await expect(profile.lastName).toHaveValue('Hopper');
  });

  await test.step('a new password requires the current one', async () => {
    await profile.currentPassword.fill('Wrong-password-1');
    await profile.newPassword.fill(password);
    await profile.confirmPassword.fill(password);
    await keyboard.press('Enter');
    await expect(profile.currentPassword).toBeFocused();
    await expect(profile.currentPassword).toHaveAccessibleDescription(/^That password is incorrect\./);
    await keyboard.type(visitor.password);
    await tabTo(page, profile.changePassword);
    await keyboard.press('Enter');
    await expect(profile.passwordChanged).toBeVisible();
    for (const field of [profile.currentPassword, profile.newPassword, profile.confirmPassword])
      await expect(field).toHaveValue('');
  });

  await test.step('signing out everywhere reaches every tab', async () => {
    await profile.signOutEverywhere.press('Enter');
    await keyboard.press('Escape');
    await expect(profile.signOutEverywhere).toBeFocused();
    await keyboard.press('Enter');
    await tabTo(page, profile.confirm('Sign Out Everywhere'));
    await keyboard.press('Enter');
    await expect(notices.success("You're signed out on all your devices.")).toBeVisible();
    await expect(signIn.email).toHaveValue(visitor.email);
    await expect(other.signIn.heading).toBeVisible();
  });

  await test.step('deleting the account gives up the credits, and ends every session', async () => {
    await signIn.signIn({ ...visitor, password });
    await header.profile.click();
    await other.dashboard.open();
    await expect(other.dashboard.welcome('Grace')).toBeVisible();
    await page.bringToFront();
    await profile.deleteAccount.click();
    await expect(profile.giveUp).toBeVisible();
    await profile.confirm('Delete Account').click({ force: true });
    await expect(profile.dialog.getByRole('alert')).toHaveText(/check the box above/);
    await profile.giveUp.check();
    await profile.confirm('Delete Account').click();
    await expect(
      notices.success("Your account is being deleted. You can't sign in to it anymore."),
    ).toBeVisible();
    await expect(other.signIn.heading).toBeVisible();
    await signIn.signIn({ ...visitor, password });
    await expect(notices.error).toBeVisible();
  });
});
