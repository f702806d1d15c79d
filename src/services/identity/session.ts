import type { AuthEvent } from '#machines/account/auth.types.ts';
import { permitted } from '#services/browser.ts';
import { UnavailableError } from '#services/errors.ts';
import type { DeviceStorage, StorageWithFallback } from '#services/storage/device-storage.ts';
import type { IdentityEnvironment, IdentitySettings } from './environment.ts';
import { entryKey, lastUserKey, readSession, type Session, sessionEntries } from './stored-session.ts';

/** Session changes that this tab didn't make. */
export type SessionEvent = Extract<
  AuthEvent,
  { readonly type: 'session.ended' | 'session.replaced' | 'session.unreachable' | 'user.changed' }
>;

/** Minimum time between two checks in ms, because a return to the page fires several events. */
const verificationPause = 3_000;

/** Detects returns to the page, except from a card field, so that a check can't interrupt a click on Pay. */
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

/** Manages the stored session and this tab's user, who is the session's user at first. */
export const createTabSession = (
  { clientId, storage: kind }: IdentitySettings,
  environment: IdentityEnvironment,
  storage: StorageWithFallback,
) => {
  const { page } = environment;
  const channel = environment.openChannel(`coffer.${clientId}.session`);
  /** Notifies the other tabs. The message contains no data except the pool's name for the user. */
  const notifyTabs = (type: 'signed-in' | 'signed-out', username: string) =>
    permitted(() => channel?.postMessage({ type, username }));
  const watchers = new Set<(event: SessionEvent) => void>();
  /** Reads the stored session of any user. Null if missing or unreadable. */
  const stored = () => readSession(clientId, storage);
  /** The session as this tab last read it. */
  let known = stored();

  const notify = (event: SessionEvent) => {
    for (const send of watchers) send(event);
  };

  const clear = () => {
    const last = storage.getItem(lastUserKey(clientId));
    if (last === null) return;
    for (const entry of sessionEntries) storage.removeItem(entryKey(clientId, last, entry));
    storage.removeItem(lastUserKey(clientId));
  };

  /** Adopts the stored session and its new claims. Returns whether the session is still this user's. */
  const syncWithStorage = (): boolean => {
    const last = known;
    known = stored();
    const isSame = known?.username === last?.username;
    if (known !== null && JSON.stringify(known.user) !== JSON.stringify(last?.user))
      notify({ type: isSame ? 'user.changed' : 'session.replaced', user: known.user });
    else if (!isSame) notify({ type: 'session.ended' });
    return isSame;
  };

  /** Returns this tab's session. Null if it ended or now belongs to another user. */
  const current = () => (syncWithStorage() ? known : null);

  /** Adopts the stored session and its user. Removes an unreadable session. */
  const resume = () => {
    known = stored();
    if (known === null) clear();
    return known;
  };

  const leave = () => {
    const session = stored();
    if (session === null || session.username === known?.username) clear();
    known = null;
  };

  /** Removes a session that the service rejects, and notifies watchers. */
  const expire = () => {
    if (known === null) return;
    leave();
    notify({ type: 'session.ended' });
  };

  // Tabs with separate storage learn about sign-ins and sign-outs only from messages.
  channel?.addEventListener('message', ({ data }) => {
    const { type, username: user }: Readonly<Record<string, unknown>> = Object(data);
    // Ignore messages that another version of the app might send.
    if (typeof user !== 'string' || !/^signed-(in|out)$/.test(String(type))) return;
    if (kind === 'local' && storage.isPersisted()) syncWithStorage();
    else if ((type === 'signed-out') === (user === known?.username)) expire();
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
    /** Signs this tab out and notifies the other tabs. Removes the session unless it is another user's. */
    end(): void {
      const leaving = known;
      leave();
      if (leaving !== null) notifyTabs('signed-out', leaving.username);
    },
    expire,
    /** Marks the user as registered with the store, unless another user has signed in since. */
    noteRegistered(userId: string): void {
      const session = stored();
      if (session !== null && session.user.id === userId && !session.registered)
        storage.setItem(entryKey(clientId, session.username, 'registered'), 'true');
    },
    reportUnavailable: () => notify({ type: 'session.unreachable' }),
    /** Reports changes, and calls `verify` on each return to the page. Returns the unsubscribe function. */
    watch(send: (event: SessionEvent) => void, verify: () => void): () => void {
      const stopping = new AbortController();
      let verifiedAt = Number.NEGATIVE_INFINITY;
      watchers.add(send);
      page.addEventListener('storage', syncWithStorage, { signal: stopping.signal });
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
  /** Storage that is specific to this tab and survives a reload. */
  readonly challengeStorage: DeviceStorage;
  readonly session: ReturnType<typeof createTabSession>;
}
