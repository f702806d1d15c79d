import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFolder } from '../../build/outputs.ts';
import { expect, test } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';

test.use({ coldCache: true });

const assets = `${siteFolder}/assets`;

/** Only this code contains this text, whichever file the build puts it in. */
const laterCode = {
  'the identity library': 'AWSCognitoIdentityProviderService',
  luxon: 'Invalid DateTime',
  'the toasts’ library': 'Toastify__toast-container',
  'the dashboard': 'Treasury Ledger Empty',
  'the data cache': 'Missing queryFn',
  'the library of schemas': 'valibot',
} as const;

const filesWith = async (text: string): Promise<string[]> => {
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const contents = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')));
  return names.filter((_, index) => contents[index]?.includes(text));
};

test('a guest at /login loads a small app without code for other pages', async ({
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

  for (const [name, text] of Object.entries(laterCode)) {
    const files = await filesWith(text);
    expect(files, `${name} is in the build`).not.toEqual([]);
    expect(
      files.filter((file) => loaded.includes(file)),
      `${name} is not loaded`,
    ).toEqual([]);
  }

  const listed = await readFile(join(siteFolder, 'login.html'), 'utf8');
  expect(loaded).not.toEqual([]);
  expect(
    // Only pages without a stamp check their configuration.
    loaded.filter((file) => !listed.includes(`/assets/${file}"`) && !file.startsWith('config-checks')),
    'files that the limits of the first load leave out',
  ).toEqual([]);
});
