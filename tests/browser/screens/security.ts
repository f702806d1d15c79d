import type { Page } from '@playwright/test';

/** The section Security of the dialog with the devices. */
export const securityScreen = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Devices', exact: true });
  const section = dialog.getByRole('region', { name: 'Security', exact: true });
  const button = (name: string) => section.getByRole('button', { name, exact: true });
  const secret = section.getByRole('group', { name: 'Setup key', exact: true });
  return {
    opener: page.getByRole('button', { name: 'Devices', exact: true }),
    dialog,
    section,
    turnOn: button('Turn on authenticator app'),
    turnOff: button('Turn off authenticator app'),
    confirmOff: button('Turn off'),
    cancel: button('Cancel'),
    qrCode: section.getByRole('img', { name: 'QR code for your authenticator app', exact: true }),
    secret,
    /** The secret as an app takes it: without the spaces between its groups. */
    readSecret: async () => ((await secret.textContent()) ?? '').replaceAll(' ', ''),
    copy: button('Copy setup key'),
    code: section.getByLabel('Authenticator code', { exact: true }),
    submit: button('Turn on'),
    alert: section.getByRole('alert'),
    notice: section.getByRole('status').filter({ hasText: 'Your authenticator app is' }),
  };
};
