import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { test as base, expect } from '#tests/browser/fixtures.ts';
import { pagesOf } from '#tests/browser/kept-context.ts';
import type { Addresses } from '#tests/browser/local/addresses.ts';
import type { Person } from '#tests/browser/people.ts';
import { screensOf } from '#tests/browser/screens/index.ts';

export { expect };

/** Every JWT starts with this text. */
const tokenStart = 'eyJ';
/** Maximum time that a page may stay busy (I5), in ms. */
const longestWait = 30_000;

export const unavailable = 'The account service is unavailable right now. Please try again in a moment.';

interface Fixtures {
  readonly storeCalls: ReturnType<typeof watchStore>;
  /** People whose secrets must not leak. */
  readonly people: Person[];
  /** Checks I3 and I5. */
  readonly holdInvariants: () => Promise<void>;
  readonly invariants: undefined;
}

const watchStore = (context: BrowserContext, { store }: Addresses) => {
  const statuses: number[] = [];
  context.on('response', (response) => {
    const isCall = response.url().startsWith(`${store}/api/`) && response.request().method() !== 'OPTIONS';
    if (isCall) statuses.push(response.status());
  });
  return {
    count: (status: number) => statuses.filter((seen) => seen === status).length,
    restart() {
      statuses.length = 0;
    },
  };
};

/**
 * Runs a test of session faults. It fails if a secret is in a URL or log (I3), on uncaught errors (I4, in the
 * `pageErrors` fixture), and if a page waits forever or has no usable control (I5).
 */
export const test = base.extend<Fixtures>({
  pageClock: true,
  storeCalls: async ({ context, addresses }, use) => {
    await use(watchStore(context, addresses));
  },
  people: async ({ customer, visitor }, use) => {
    await use([customer, visitor]);
  },
  holdInvariants: async ({ context, people, local }, use) => {
    const said: string[] = [];
    context.on('request', (request) => said.push(request.url()));
    context.on('console', (message) => said.push(message.text()));
    context.on('page', (page) => page.on('framenavigated', (frame) => said.push(frame.url())));
    await use(async () => {
      expectUntold(people, [...said, await readFile(local.log, 'utf8')]);
      for (const page of pagesOf(context)) if (page.url() !== 'about:blank') await expectUsable(page);
    });
  },
  invariants: [
    async ({ holdInvariants }, use) => {
      await use(undefined);
      await holdInvariants();
    },
    { auto: true },
  ],
  step: async ({ holdInvariants, step, storeCalls }, use) => {
    await use((title, body) =>
      step(title, async () => {
        storeCalls.restart();
        await body();
        await holdInvariants();
      }),
    );
  },
});

/** Checks I3: no secret is in a URL or a log. */
const expectUntold = (people: readonly Person[], said: readonly string[]): void => {
  const secrets = people.flatMap(({ email, password }) => [email, password]);
  for (const secret of [...secrets, ...secrets.map(encodeURIComponent), tokenStart])
    expect(
      said.filter((text) => text.includes(secret)),
      'I3: no secret in an address or a log',
    ).toEqual([]);
};

/** Checks I5: nothing stays busy, and a control is usable. */
const expectUsable = async (page: Page): Promise<void> => {
  const busy = page.locator('[aria-busy="true"]');
  await expect(busy, 'I5: nothing is busy for ever').toHaveCount(0, { timeout: longestWait });
  const control = page.locator(':is(a[href], button:enabled, input:enabled):visible');
  await expect(control.first(), 'I5: something can be done').toBeVisible();
};

export const signInAs = async (page: Page, person: Person): Promise<void> => {
  const { signIn } = screensOf(page);
  await signIn.openAs(person);
  await expectDashboard(page, person);
};

/** Waits until the dashboard of a person without purchases has loaded. */
export const expectDashboard = async (page: Page, { firstName }: Person): Promise<void> => {
  const { dashboard, ledger } = screensOf(page);
  await expect(dashboard.welcome(firstName)).toBeVisible();
  await expect(dashboard.balance.getByRole('status')).toHaveText(/^[\d,]+ Credits$/);
  await expect(dashboard.packages.getByRole('listitem').first()).toBeVisible();
  await expect(ledger.region.locator('[aria-busy="true"]')).toHaveCount(0);
};

/** Returns the stored session's values, by the last part of their keys. */
export const readSessionEntries = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('CognitoIdentityServiceProvider.'))
        .map(([key, value]) => [key.slice(key.lastIndexOf('.') + 1), String(value)]),
    ),
  );

export const writeSessionEntries = (page: Page, entries: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate((changes) => {
    for (const key of Object.keys(localStorage)) {
      const value = changes[key.slice(key.lastIndexOf('.') + 1)];
      if (key.startsWith('CognitoIdentityServiceProvider.') && value !== undefined)
        localStorage.setItem(key, value);
    }
  }, entries);

/** Returns a copy of the token that expired a minute ago. The store refuses it, if only for its signature. */
export const expired = (token: string): string => {
  const [header, payload = '', signature] = token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const exp = Math.floor(Date.now() / 1000) - 60;
  const changed = JSON.stringify(Object.assign({}, claims, { exp }));
  return [header, Buffer.from(changed).toString('base64url'), signature].join('.');
};
