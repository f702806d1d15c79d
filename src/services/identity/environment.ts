import type { AppConfig } from '#services/config.ts';
import { permitted } from '#services/permitted.ts';
import { type KeptStorage, openStorage, type StorageKind } from '#services/storage/device-storage.ts';

/** Which user pool, and where this device keeps the session. */
export type IdentitySettings = AppConfig['cognito'] & Pick<AppConfig, 'storage'>;

/** What the identity service uses of the browser. */
export interface IdentityEnvironment {
  /** Reports that another tab changed the storage, or that the customer returned to the page. */
  readonly page: Pick<EventTarget, 'addEventListener'>;
  readonly isVisible: () => boolean;
  /** Whether what has the focus in the page is a frame in it. */
  readonly isInFrame: () => boolean;
  readonly location: Pick<Location, 'href' | 'assign'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** Reaches the other tabs of this app in this browser. */
  readonly openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  /** Locks over all tabs, where the browser has them. It may still refuse each. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openStorage: (kind: StorageKind) => KeptStorage;
  /** Milliseconds that one operation may take. */
  readonly limit: number;
}

/** Milliseconds that one operation of the identity service may take, its library's loading included. */
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
