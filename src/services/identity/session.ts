import type { AuthEvent } from '#machines/account/auth.types.ts';
import { permitted } from '#services/browser.ts';
import { UnavailableError } from '#services/errors.ts';
import type { DeviceStorage, StorageWithFallback } from '#services/storage/device-storage.ts';
import type { IdentityEnvironment, IdentitySettings } from './environment.ts';
import { entryKey, lastUserKey, readSession, type Session, sessionEntries } from './stored-session.ts';

/** Session changes that this tab didn't make. */
export type SessionEvent = Extract<
  AuthEvent,
  { readonly type: 'session.ended' | 'session.replaced' | 'session.unreachable' }
>;

/** Milliseconds between two checks, because one return to the page fires several events. */
const verificationPause = 3_000;

/** Ignores a focus that leaves a card field: ending the session there would prevent the click on Pay. */
const watchReturns = (
  { page, isInFrame }: IdentityEnvironment,
  onReturn: () => void,
  signal: AbortSignal,
): void => {
  const listen = (type: string, listener: (event: Event) => void) =>
    page.addEventListener(type, listener, { signal });
  let wasInFrame = false;
  listen('pageshow', (event) => {
    if ('persisted' in event && event.persisted) onReturn();
  });
  listen('visibilitychange', onReturn);
  listen('blur', () => {
    wasInFrame = isInFrame();
  });
  listen('focus', () => {
    if (!wasInFrame) onReturn();
    wasInFrame = false;
  });
};

/** The stored session and this tab's user, initially the session's. */
export const createTabSession = (
  { clientId, storage: kind }: IdentitySettings,
  environment: IdentityEnvironment,
  storage: StorageWithFallback,
) => {
  const { page } = environment;
  const channel = environment.openChannel(`coffer.${clientId}.session`);
  /** Contains the pool's name for the user, and nothing else. */
  const notifyTabs = (type: 'signed-in' | 'signed-out', username: string) =>
    permitted(() => channel?.postMessage({ type, username }));
  const watchers = new Set<(event: SessionEvent) => void>();
  /** The stored session, whichever user's. Null if missing or unreadable. */
  const stored = () => readSession(clientId, storage);
  let username = stored()?.username ?? null;

  const notify = (event: SessionEvent) => {
    for (const send of watchers) send(event);
  };

  const clear = () => {
    const last = storage.getItem(lastUserKey(clientId));
    if (last === null) return;
    for (const entry of sessionEntries) storage.removeItem(entryKey(clientId, last, entry));
    storage.removeItem(lastUserKey(clientId));
  };

  /** Adopts what another tab stored. Returns whether the session is still this user's. */
  const syncWithStorage = (): boolean => {
    const session = stored();
    const storedUsername = session?.username ?? null;
    if (storedUsername === username) return true;
    username = storedUsername;
    notify(session === null ? { type: 'session.ended' } : { type: 'session.replaced', user: session.user });
    return false;
  };

  /** The session of this tab's user. Null if it ended or belongs to another user now. */
  const current = () => (syncWithStorage() ? stored() : null);

  /** Adopts the stored session's user. Removes an unreadable session. */
  const resume = () => {
    const session = stored();
    if (session === null) clear();
    username = session?.username ?? null;
    return session;
  };

  const leave = () => {
    const session = stored();
    if (session === null || session.username === username) clear();
    username = null;
  };

  /** Removes a session that the service rejects, and notifies the watchers. */
  const expire = () => {
    if (username === null) return;
    leave();
    notify({ type: 'session.ended' });
  };

  // Tabs with separate storage learn only from messages who signed in or out.
  channel?.addEventListener('message', ({ data }) => {
    const { type, username: user }: Readonly<Record<string, unknown>> = Object(data);
    // Other versions of the app may send other messages.
    if (typeof user !== 'string' || !/^signed-(in|out)$/.test(String(type))) return;
    if (kind === 'local' && storage.isPersisted()) syncWithStorage();
    else if ((type === 'signed-out') === (user === username)) expire();
  });

  return {
    stored,
    current,
    resume,
    /** Replaces the session with the one that `write` stores. @throws {UnavailableError} if unreadable */
    start(write: () => void): Session {
      clear();
      write();
      const session = resume();
      if (session === null) throw new UnavailableError('The new session can’t be read');
      notifyTabs('signed-in', session.username);
      return session;
    },
    /** Signs this tab out, removes the session unless it is another user's, and notifies the other tabs. */
    end(): void {
      const leaving = username;
      leave();
      if (leaving !== null) notifyTabs('signed-out', leaving);
    },
    expire,
    /** Notes that the store has a record of this user, unless another user has signed in since. */
    noteRegistered(userId: string): void {
      const session = stored();
      if (session !== null && session.user.id === userId && !session.registered)
        storage.setItem(entryKey(clientId, session.username, 'registered'), 'true');
    },
    reportUnavailable: () => notify({ type: 'session.unreachable' }),
    /** Calls `verify` on each return to the page. */
    watch(send: (event: SessionEvent) => void, verify: () => void): () => void {
      const stopping = new AbortController();
      let verifiedAt = Number.NEGATIVE_INFINITY;
      watchers.add(send);
      page.addEventListener(
        'storage',
        (event) => {
          const key = 'key' in event ? event.key : null;
          if (key === null || key === lastUserKey(clientId)) syncWithStorage();
        },
        { signal: stopping.signal },
      );
      const onReturn = () => {
        syncWithStorage();
        const now = performance.now();
        if (!environment.isVisible() || now - verifiedAt < verificationPause) return;
        verifiedAt = now;
        if (current() !== null) verify();
      };
      watchReturns(environment, onReturn, stopping.signal);
      return () => {
        watchers.delete(send);
        stopping.abort();
      };
    },
  };
};

export interface IdentityContext {
  readonly settings: IdentitySettings;
  readonly environment: IdentityEnvironment;
  readonly storage: DeviceStorage;
  /** Belongs to this tab only, and survives a reload. */
  readonly challengeStorage: DeviceStorage;
  readonly session: ReturnType<typeof createTabSession>;
}
