import type { Page } from '@playwright/test';
import { computePowersByOpenSsl } from '#tests/native-powers.ts';
import { clientId } from '../../packages/local-cognito/test/harness.ts';
import { LibraryClient } from '../../packages/local-cognito/test/library-client.ts';
import type { Addresses } from './local/addresses.ts';
import type { Person } from './people.ts';

computePowersByOpenSsl();

/** What a browser keeps, by its keys, the last written last. */
export type StorageEntries = readonly (readonly [key: string, value: string])[];

const isOwner = (key: string): boolean => key.endsWith('.LastAuthUser');

/** Signs somebody in at the real user pool, in another browser so to speak, and answers with what that would keep. */
export const sessionOf = async (
  pool: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
  isHosted = false,
): Promise<StorageEntries> => {
  const client = new LibraryClient(pool);
  const user = await client.signIn(email, password);
  const entries = [...client.storage];
  const prefix = `CognitoIdentityServiceProvider.${clientId}.${user.getUsername()}`;
  return [
    ...entries.filter(([key]) => !isOwner(key)),
    ...(isHosted ? [[`${prefix}.hosted`, 'true'] as const] : []),
    ...entries.filter(([key]) => isOwner(key)),
  ];
};

/** Opens pages with a session: for tests in which the sign-in is not the matter. */
export interface StoredSession {
  /** Signs in past the screen, and opens the first page as if the browser had kept the session of an earlier visit. */
  openAs(person: Pick<Person, 'email' | 'password'>, path?: string): Promise<void>;
}

/** The sessions that this page's browser keeps. */
export const storedSessionIn = (page: Page, { app, pool }: Addresses): StoredSession => ({
  async openAs(person, path = '/dashboard') {
    const session = await sessionOf(pool, person);
    await openEmptyPage(page, app);
    await writeStorage(page, session);
    const loaded = page.waitForURL(({ pathname }) => pathname !== emptyPath);
    // Back leads to where one was before.
    await page.evaluate((address) => window.location.replace(address), path);
    await loaded;
  },
});

const emptyPath = '/favicon.svg';

/** Opens a page of the app's origin in which the app does not run. */
export const openEmptyPage = async (page: Page, app = ''): Promise<void> => {
  await page.goto(`${app}${emptyPath}`);
};

/** Writes into the browser's storage, past the app. */
export const writeStorage = (
  page: Page,
  entries: StorageEntries,
  kind: 'localStorage' | 'sessionStorage' = 'localStorage',
): Promise<void> =>
  page.evaluate(
    ([values, name]) => {
      for (const [key, value] of values) window[name].setItem(key, value);
    },
    [entries, kind] as const,
  );

/** The keys under which the app keeps what it waits for. */
export const pendingKeys = {
  verification: `coffer.${clientId}.pendingVerification`,
  codeSentTo: `coffer.${clientId}.codeSentTo`,
  reset: `coffer.${clientId}.pendingReset`,
  hostedState: `coffer.${clientId}.hostedSignIn.state`,
  hostedVerifier: `coffer.${clientId}.hostedSignIn.verifier`,
} as const;
