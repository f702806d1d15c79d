import type { BrowserContext, Page } from '@playwright/test';
import type { PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { openEmptyPage, type StorageEntries, writeStorage } from '#tests/browser/stored-session.ts';

const ownerKey = 'CognitoIdentityServiceProvider.coffer-local-web.LastAuthUser';
const attemptsKey = ({ customerId }: PurchaseAttempt): string => `coffer.attempts.${customerId}`;

export type OtherTab = ReturnType<typeof otherTabOf>;

/** Creates another tab of the same browser, which writes the storage entries that the app would write. */
export const otherTabOf = (context: BrowserContext) => {
  let opened: Promise<Page> | null = null;

  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await openEmptyPage(page);
    return page;
  };
  const tab = (): Promise<Page> => {
    opened ??= open();
    return opened;
  };

  return {
    signIn: async (session: StorageEntries): Promise<void> => writeStorage(await tab(), session),
    async signOut(): Promise<void> {
      await (await tab()).evaluate((key) => localStorage.removeItem(key), ownerKey);
    },
    async beginPurchase(attempt: PurchaseAttempt): Promise<void> {
      await (await tab()).evaluate(
        ([key, entry]) =>
          new Promise<void>((resolve) => {
            void navigator.locks.request(`coffer.attempt.${entry.id}`, () => {
              localStorage.setItem(key, JSON.stringify([entry]));
              resolve();
              return new Promise<void>((release) => Object.assign(window, { release }));
            });
          }),
        [attemptsKey(attempt), attempt] as const,
      );
    },
    async endPurchase(attempt: PurchaseAttempt): Promise<void> {
      await (await tab()).evaluate((key) => {
        localStorage.removeItem(key);
        Reflect.get(window, 'release')();
      }, attemptsKey(attempt));
    },
    async close(): Promise<void> {
      await (await tab()).close();
      opened = null;
    },
  };
};
