import { expect, test } from '#tests/browser/fixtures.ts';
import { tabTo } from '#tests/browser/focus.ts';

test('a customer can choose which emails to get', async ({
  page,
  customer,
  screens: { signIn, header, billing },
}) => {
  const { keyboard } = page;
  const { emailNotices: notices } = billing;
  await signIn.openAs(customer);
  await header.billing.click();
  await expect(notices.region).toContainText(`Sent to ${customer.email}.`);
  await expect(notices.lowBalance).not.toBeChecked();
  await expect(notices.threshold).toBeHidden();
  await expect(notices.expiring).toBeChecked();

  await tabTo(page, notices.lowBalance);
  await keyboard.press('Space');
  await tabTo(page, notices.save);
  await keyboard.press('Enter');
  await expect(notices.threshold).toBeFocused();
  await expect(notices.threshold).toHaveAccessibleDescription(
    'Enter a number of credits, such as 500 Credits',
  );
  await keyboard.type('0.5');
  await keyboard.press('Enter');
  await expect(notices.threshold).toHaveAttribute('aria-invalid', 'true');
  await notices.threshold.fill('1,500');
  await keyboard.press('Enter');
  await expect(notices.news).toHaveText('Your notices are saved.');

  await page.reload();
  await expect(notices.lowBalance).toBeChecked();
  await expect(notices.threshold).toHaveValue('1500');
  await notices.lowBalance.uncheck();
  await notices.expiring.uncheck();
  await notices.save.click();
  await expect(notices.news).toHaveText('Your notices are saved.');
  await page.reload();
  await expect(notices.lowBalance).not.toBeChecked();
  await expect(notices.expiring).not.toBeChecked();
});
