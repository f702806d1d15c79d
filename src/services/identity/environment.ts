import { permitted } from '#services/browser.ts';
import type { AppConfig } from '#services/config.ts';
import { openStorage, type StorageKind, type StorageWithFallback } from '#services/storage/device-storage.ts';

export type IdentitySettings = AppConfig['cognito'] & Pick<AppConfig, 'storage'>;

export interface IdentityEnvironment {
  /** The event target that reports storage changes by other tabs, and returns to the page. */
  readonly page: Pick<EventTarget, 'addEventListener'>;
  readonly isVisible: () => boolean;
  /** Returns whether an iframe has focus. */
  readonly isInFrame: () => boolean;
  readonly location: Pick<Location, 'href' | 'assign'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** Opens a channel to this app's other tabs in this browser. */
  readonly openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  /** The browser's cross-tab locks, if supported. The browser can still refuse a request. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openStorage: (kind: StorageKind) => StorageWithFallback;
  /** Time limit for one operation in ms, including the time to load the library. */
  readonly limit: number;
}

export const browserEnvironment = (): IdentityEnvironment => ({
  page: globalThis,
  isVisible: () => document.visibilityState === 'visible',
  isInFrame: () => document.activeElement?.localName === 'iframe',
  location,
  history,
  openChannel: (name) => permitted(() => new BroadcastChannel(name)) ?? null,
  locks: permitted(() => navigator.locks),
  openStorage,
  limit: 10_000,
});
