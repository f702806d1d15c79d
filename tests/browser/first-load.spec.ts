import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFolder } from '../../build/outputs.ts';
import { expectUnloaded } from './developers-code.ts';
import { expect, test } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';

test.use({ coldCache: true });

/** Maps each part that loads later to a text that only its code contains. */
const laterCode = {
  'the identity library': 'AWSCognitoIdentityProviderService',
  luxon: 'Invalid DateTime',
  'the toasts’ library': 'Toastify__toast-container',
  'the dashboard': 'Treasury Ledger Empty',
  'the data cache': 'Missing queryFn',
  'the library of schemas': 'valibot',
} as const;

test('a guest at /login downloads no code for other pages', async ({
  page,
  addresses,
  screens: { signIn },
}) => {
  const loaded: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      loaded.push(request.url().replace(`${addresses.app}/assets/`, ''));
  });
  watchNetwork(page);
  await page.goto('/login');
  await networkQuiet(page);
  await expect(signIn.heading).toBeVisible();
  await signIn.email.focus();
  await signIn.password.focus();

  await expectUnloaded(new Set(loaded), laterCode);

  const listed = await readFile(join(siteFolder, 'login.html'), 'utf8');
  expect(loaded).not.toEqual([]);
  expect(
    // Ignore the configuration checks, which only a page without a stamped configuration loads.
    loaded.filter((file) => !listed.includes(`/assets/${file}"`) && !file.startsWith('config-checks')),
    'files that the limits of the first load leave out',
  ).toEqual([]);
});
