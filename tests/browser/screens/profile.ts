import type { Page } from '@playwright/test';

export const profileScreen = (page: Page) => {
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const [details, password] = [region('Profile'), region('Password')];
  const dialog = page.getByRole('dialog');
  const buttonIn = (place: typeof details, name: string) => place.getByRole('button', { name, exact: true });
  const fieldIn = (place: typeof details, name: string) => place.getByLabel(name, { exact: true });
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Profile', exact: true }),
    firstName: fieldIn(details, 'First name'),
    lastName: fieldIn(details, 'Last name'),
    phone: fieldIn(details, 'Phone'),
    save: buttonIn(details, 'Save'),
    saved: details.getByRole('status').getByText('Your changes were saved.'),
    currentPassword: fieldIn(password, 'Current password'),
    newPassword: fieldIn(password, 'New password'),
    confirmPassword: fieldIn(password, 'Confirm password'),
    changePassword: buttonIn(password, 'Change Password'),
    passwordChanged: password.getByRole('status').getByText('Your password was changed.'),
    signOutEverywhere: buttonIn(region('Sessions'), 'Sign Out Everywhere'),
    deleteAccount: buttonIn(region('Delete account'), 'Delete Account'),
    dialog,
    confirm: (name: string) => buttonIn(dialog, name),
    giveUp: dialog.getByRole('checkbox', { name: /^I give up my [\d,]+ credits$/ }),
  };
};
