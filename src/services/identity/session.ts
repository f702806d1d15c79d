import type { AuthEvent } from '#machines/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';
import type { DeviceStorage, KeptStorage } from '#services/storage/device-storage.ts';
import type { IdentityEnvironment, IdentitySettings } from './environment.ts';
import { entryKey, lastUserKey, readSession, type Session, sessionEntries } from './kept-session.ts';
import { createTabChannel } from './tab-channel.ts';

/** What can become of a session without this tab's doing. */
export type SessionEvent = Extract<
  AuthEvent,
  { readonly type: 'session.ended' | 'session.replaced' | 'session.unreachable' }
>;

/** Milliseconds within which the service is not asked twice: one return to a page fires more than one event. */
const verificationPause = 3_000;

/** The session that this device keeps, and the user for whom this tab works: at first whoever's session is kept now. */
export const createTabSession = (
  { clientId, storage: kind }: IdentitySettings,
  { page, isVisible, isInFrame, openChannel }: IdentityEnvironment,
  storage: KeptStorage,
) => {
  const channel = createTabChannel(openChannel(`coffer.${clientId}.session`));
  const watchers = new Set<(event: SessionEvent) => void>();
  /** The session that is kept, whoever's it is. Null when there is none, or what is kept can't be read. */
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

  /** Takes over what another tab has stored. Returns whether it is still the session of this tab's user. */
  const synchronise = (): boolean => {
    const session = stored();
    const storedUsername = session?.username ?? null;
    if (storedUsername === username) return true;
    username = storedUsername;
    notify(session === null ? { type: 'session.ended' } : { type: 'session.replaced', user: session.user });
    return false;
  };

  /** The session of the user for whom this tab works. Null when it ended or is somebody else's now. */
  const current = () => (synchronise() ? stored() : null);

  /** Works from now on for whoever's session is kept. What can't be read is removed. */
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

  /** Removes a session that the service does not accept any more, and notifies the watchers. */
  const expire = () => {
    if (username === null) return;
    leave();
    notify({ type: 'session.ended' });
  };

  // A storage that all tabs share is read itself. Where each tab has its own, the message alone says who signed in or out.
  channel.onMessage((message) => {
    if (kind === 'local' && storage.isKept()) synchronise();
    else if ((message.type === 'signed-out') === (message.username === username)) expire();
  });

  return {
    stored,
    current,
    resume,
    /**
     * Puts the session that `write` stores in the place of the one that is kept, works for its user, and notifies the other
     * tabs.
     *
     * @throws {UnavailableError} when what was stored can't be read.
     */
    start(write: () => void): Session {
      clear();
      write();
      const session = resume();
      if (session === null) throw new UnavailableError('The session that was started can’t be read');
      channel.send({ type: 'signed-in', username: session.username });
      return session;
    },
    /** Works for nobody any more, removes the session unless it is somebody else's, and notifies the other tabs. */
    end(): void {
      const leaving = username;
      leave();
      if (leaving !== null) channel.send({ type: 'signed-out', username: leaving });
    },
    expire,
    /** Notes beside the session that the store has a record of this user, unless it is another user's by now. */
    noteRegistered(userId: string): void {
      const session = stored();
      if (session !== null && session.user.id === userId && !session.registered)
        storage.setItem(entryKey(clientId, session.username, 'registered'), 'true');
    },
    /** Notifies the watchers that the session can't be renewed right now. */
    reportUnavailable: () => notify({ type: 'session.unreachable' }),
    /**
     * Sends what becomes of the session, and has `verify` ask the service about it when the customer returns to the page:
     * it is visible or focused again, or the browser shows it out of its cache. When the focus leaves a frame of the page,
     * such as a card field, the customer never left: a check could end the session before the press on Pay counts. Returns the
     * unsubscribe function.
     */
    watch(send: (event: SessionEvent) => void, verify: () => void): () => void {
      const stopping = new AbortController();
      const listen = (type: string, listener: (event: Event) => void) =>
        page.addEventListener(type, listener, { signal: stopping.signal });
      let verifiedAt = Number.NEGATIVE_INFINITY;
      let wasInFrame = false;

      const onReturn = () => {
        synchronise();
        const now = performance.now();
        if (!isVisible() || now - verifiedAt < verificationPause) return;
        verifiedAt = now;
        if (current() !== null) verify();
      };

      watchers.add(send);
      listen('storage', (event) => {
        const key = 'key' in event ? event.key : null;
        if (key === null || key === lastUserKey(clientId)) synchronise();
      });
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
      return () => {
        watchers.delete(send);
        stopping.abort();
      };
    },
  };
};

/** What every operation of the identity service works with. */
export interface IdentityContext {
  readonly settings: IdentitySettings;
  readonly environment: IdentityEnvironment;
  readonly storage: DeviceStorage;
  /** Belongs to the tab alone, and outlives a reload of it. */
  readonly challengeStorage: DeviceStorage;
  readonly session: ReturnType<typeof createTabSession>;
}
