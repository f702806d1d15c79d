import type { AuthEvent } from '#machines/auth.types.ts';
import { lastUserKey, type Session, type SessionKeeper } from './session.ts';

/** What can become of a session without this tab's doing. */
export type SessionEvent = Extract<AuthEvent, { readonly type: 'session.ended' | 'session.replaced' }>;

/** Where the browser tells that another tab changed the storage, or that a page came back from its cache. */
export type PageEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Knows for whom this tab works, and tells when that changes elsewhere. */
export interface SessionHolder {
  /** The session of the user for whom this tab works. Null when it ended or is somebody else's now. */
  own(): Session | null;
  /** Works from now on for whoever's session is kept. */
  adopt(): Session | null;
  /** Works for nobody any more, and forgets the session unless it is somebody else's. */
  release(): void;
  /** As release, and tells those who watch. */
  lose(): void;
  watch(send: (event: SessionEvent) => void): () => void;
}

/** Starts with whoever's session is kept now. */
export const createSessionHolder = (
  clientId: string,
  sessions: SessionKeeper,
  page: PageEvents,
): SessionHolder => {
  const watchers = new Set<(event: SessionEvent) => void>();
  let holder = sessions.read()?.username ?? null;

  const tell = (event: SessionEvent) => {
    for (const send of watchers) send(event);
  };

  const compare = (): void => {
    const session = sessions.read();
    const username = session?.username ?? null;
    if (username === holder) return;
    holder = username;
    tell(session === null ? { type: 'session.ended' } : { type: 'session.replaced', user: session.user });
  };

  const own = () => {
    const before = holder;
    compare();
    return before === holder ? sessions.read() : null;
  };

  const adopt = () => {
    const session = sessions.read();
    holder = session?.username ?? null;
    return session;
  };

  const release = () => {
    const session = sessions.read();
    if (session === null || session.username === holder) sessions.forget();
    holder = null;
  };

  return {
    own,
    adopt,
    release,
    lose() {
      if (holder === null) return;
      release();
      tell({ type: 'session.ended' });
    },
    watch(send) {
      const onStorage = (event: Event) => {
        const key = 'key' in event ? event.key : null;
        if (key === null || key === lastUserKey(clientId)) compare();
      };
      const onPageShow = (event: Event) => {
        if ('persisted' in event && event.persisted) compare();
      };
      watchers.add(send);
      page.addEventListener('storage', onStorage);
      page.addEventListener('pageshow', onPageShow);
      return () => {
        watchers.delete(send);
        page.removeEventListener('storage', onStorage);
        page.removeEventListener('pageshow', onPageShow);
      };
    },
  };
};
