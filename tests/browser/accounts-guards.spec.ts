import { requireNewPassword } from './factors.ts';
import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';

test('a guest opens customer pages and unknown pages, and signs in', async ({
  page,
  pageErrors,
  console,
  addresses,
  step,
  screens: { signIn, signUp },
}) => {
  await step('a page that crashes says so without the error’s text, and can be reloaded', async () => {
    pageErrors.allowMessage('broken by the test');
    const breaking = await page.addInitScript(() => {
      Object.defineProperty(HTMLFormElement.prototype, 'elements', {
        get() {
          throw new Error('broken by the test');
        },
      });
    });
    await signUp.open();
    await expect(
      page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true }),
    ).toBeVisible();
    await expect(page.getByText('broken by the test')).toBeHidden();
    await breaking.dispose();
    await page.getByRole('button', { name: 'Reload the page', exact: true }).click();
    await expect(signUp.heading).toBeVisible();
  });

  await step('the page that a guest wanted survives a challenge and a reload of it', async () => {
    const person = newPerson();
    await console.createUser(person);
    await requireNewPassword(addresses, person.email);
    await page.goto('/login?redirect=%2Fdashboard%3Fstatus%3Dfailed');
    await signIn.signIn(person);
    await expect(page).toHaveURL('/login/challenge?redirect=%2Fdashboard%3Fstatus%3Dfailed');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Choose a new password', exact: true })).toBeVisible();
    await expect(page).toHaveURL('/login/challenge?redirect=%2Fdashboard%3Fstatus%3Dfailed');
  });
});
