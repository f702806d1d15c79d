import type { Page } from '@playwright/test';
import { AuthenticationDetails, CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js';
import { userPoolClientId, userPoolId } from '#local/services.ts';
import { computePowersByOpenSsl } from '#tests/native-powers.ts';
import type { Addresses } from './local/addresses.ts';
import type { Person } from './people.ts';

computePowersByOpenSsl();

export type StorageEntries = readonly (readonly [key: string, value: string])[];

const isOwner = (key: string): boolean => key.endsWith('.LastAuthUser');

export const sessionOf = async (
  pool: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
  isHosted = false,
): Promise<StorageEntries> => {
  const kept = new Map<string, string>();
  const user = await signIn(pool, email, password, kept);
  const entries = [...kept];
  const prefix = `CognitoIdentityServiceProvider.${userPoolClientId}.${user.getUsername()}`;
  return [
    ...entries.filter(([key]) => !isOwner(key)),
    ...(isHosted ? [[`${prefix}.hosted`, 'true'] as const] : []),
    ...entries.filter(([key]) => isOwner(key)),
  ];
};

const signIn = (
  pool: string,
  email: string,
  password: string,
  kept: Map<string, string>,
): Promise<CognitoUser> => {
  const Storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
  const Pool = new CognitoUserPool({
    UserPoolId: userPoolId,
    ClientId: userPoolClientId,
    endpoint: `${pool}/`,
    Storage,
  });
  const user = new CognitoUser({ Username: email, Pool, Storage });
  const details = new AuthenticationDetails({ Username: email, Password: password });
  return new Promise((resolve, reject) => {
    user.authenticateUser(details, { onSuccess: () => resolve(user), onFailure: reject });
  });
};

export type StoredSession = ReturnType<typeof storedSessionIn>;

export const storedSessionIn = (page: Page, { app, pool }: Addresses) => ({
  /** Signs in without the screen and opens the page as if the session came from an earlier visit. */
  async openAs(person: Pick<Person, 'email' | 'password'>, path = '/dashboard'): Promise<void> {
    const session = await sessionOf(pool, person);
    await openEmptyPage(page, app);
    await writeStorage(page, session);
    const loaded = page.waitForURL(({ pathname }) => pathname !== emptyPath);
    // `replace` keeps the empty page out of the history.
    await page.evaluate((address) => window.location.replace(address), path);
    await loaded;
  },
});

const emptyPath = '/favicon.svg';

export const openEmptyPage = async (page: Page, app = ''): Promise<void> => {
  await page.goto(`${app}${emptyPath}`);
};

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

export const pendingKeys = {
  verification: `coffer.${userPoolClientId}.pendingVerification`,
  codeSentTo: `coffer.${userPoolClientId}.codeSentTo`,
  reset: `coffer.${userPoolClientId}.pendingReset`,
  hostedState: `coffer.${userPoolClientId}.hostedSignIn.state`,
  hostedVerifier: `coffer.${userPoolClientId}.hostedSignIn.verifier`,
} as const;
