import { permitted } from '#services/browser.ts';
import type { AppConfig } from '#services/config.ts';
import { openStorage, type StorageKind, type StorageWithFallback } from '#services/storage/device-storage.ts';

export type IdentitySettings = AppConfig['cognito'] & Pick<AppConfig, 'storage'>;

export interface IdentityEnvironment {
  /** Reports storage changes by other tabs, and returns to the page. */
  readonly page: Pick<EventTarget, 'addEventListener'>;
  readonly isVisible: () => boolean;
  /** Whether an iframe has the focus. */
  readonly isInFrame: () => boolean;
  readonly location: Pick<Location, 'href' | 'assign'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** Reaches this app's other tabs in this browser. */
  readonly openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  /** Locks across tabs, if the browser has them. A request may still be refused. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openStorage: (kind: StorageKind) => StorageWithFallback;
  /** Milliseconds for one operation. */
  readonly limit: number;
}

/** Milliseconds, including the load of the library. */
const operationLimit = 10_000;

export const browserEnvironment = (): IdentityEnvironment => ({
  page: globalThis,
  isVisible: () => document.visibilityState === 'visible',
  isInFrame: () => document.activeElement?.localName === 'iframe',
  location,
  history,
  openChannel: (name) => permitted(() => new BroadcastChannel(name)) ?? null,
  locks: permitted(() => navigator.locks),
  openStorage,
  limit: operationLimit,
});
