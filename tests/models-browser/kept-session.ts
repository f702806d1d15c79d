import type { Page } from '@playwright/test';
import type { Person } from '#tests/browser/people.ts';
import { clientId } from '#tests/unit/user-pool/harness.ts';
import { LibraryClient } from '#tests/unit/user-pool/library-client.ts';

/** What a browser keeps, by its keys, the last written last. */
export type Entries = readonly (readonly [key: string, value: string])[];

const isOwner = (key: string): boolean => key.endsWith('.LastAuthUser');

/** Signs somebody in at the real user pool, in another browser so to speak, and answers with what that would keep. */
export async function sessionOf(
  pool: string,
  { email, password }: Person,
  isHosted = false,
): Promise<Entries> {
  const client = new LibraryClient(pool);
  const user = await client.signIn(email, password);
  const entries = [...client.storage];
  const prefix = `CognitoIdentityServiceProvider.${clientId}.${user.getUsername()}`;
  return [
    ...entries.filter(([key]) => !isOwner(key)),
    ...(isHosted ? [[`${prefix}.hosted`, 'true'] as const] : []),
    ...entries.filter(([key]) => isOwner(key)),
  ];
}

/** Opens a page of the app's origin in which the app does not run. */
export async function openEmptyPage(page: Page): Promise<void> {
  await page.route('/empty', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  );
  await page.goto('/empty');
}

/** Writes into the browser's storage, past the app. */
export const writeStorage = (
  page: Page,
  entries: Entries,
  kind: 'localStorage' | 'sessionStorage' = 'localStorage',
): Promise<void> =>
  page.evaluate(
    ([values, name]) => {
      for (const [key, value] of values) window[name].setItem(key, value);
    },
    [entries, kind] as const,
  );

/** The keys under which the app keeps what it waits for. */
export const waitingKeys = {
  verification: `coffer.${clientId}.pendingVerification`,
  reset: `coffer.${clientId}.pendingReset`,
  hostedState: `coffer.${clientId}.hostedSignIn.state`,
  hostedVerifier: `coffer.${clientId}.hostedSignIn.verifier`,
} as const;
