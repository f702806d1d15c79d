import type { Page } from '@playwright/test';

export const securityScreen = (page: Page) => {
  const main = page.getByRole('main');
  const section = main.getByRole('region', { name: 'Two-factor authentication', exact: true });
  const passkeys = main.getByRole('region', { name: 'Passkeys', exact: true });
  const button = (name: string) => section.getByRole('button', { name, exact: true });
  const secret = section.getByRole('group', { name: 'Setup key', exact: true });
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Security', exact: true }),
    main,
    section,
    devices: main.getByRole('region', { name: 'Devices', exact: true }),
    passkeys,
    addPasskey: passkeys.getByRole('button', { name: 'Add a passkey', exact: true }),
    cancelPasskey: passkeys.getByRole('button', { name: 'Cancel', exact: true }),
    removePasskey: passkeys.getByRole('button', { name: 'Remove', exact: true }),
    passkeyPassword: passkeys.getByLabel('Password', { exact: true }),
    turnOn: button('Turn on authenticator app'),
    turnOff: button('Turn off authenticator app'),
    password: section.getByLabel('Password', { exact: true }),
    confirmOff: button('Turn off'),
    cancel: button('Cancel'),
    qrCode: section.getByRole('img', { name: 'QR code for your authenticator app', exact: true }),
    secret,
    readSecret: async () => ((await secret.textContent()) ?? '').replaceAll(' ', ''),
    openApp: section.getByRole('link', { name: 'Open your authenticator app', exact: true }),
    copy: button('Copy setup key'),
    code: section.getByLabel('Authenticator code', { exact: true }),
    submit: button('Turn on'),
    alert: section.getByRole('alert'),
    notice: section.getByRole('status').filter({ hasText: 'Your authenticator app is' }),
  };
};
