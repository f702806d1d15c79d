import type { AuthEvent } from '#machines/auth.types.ts';
import type { PageEvents } from './environment.ts';
import { lastUserKey, type Session, type SessionKeeper } from './session.ts';
import type { createTabNews, TabNews } from './tab-news.ts';

/** What can become of a session without this tab's doing. */
export type SessionEvent = Extract<
  AuthEvent,
  { readonly type: 'session.ended' | 'session.replaced' | 'session.unreachable' }
>;

/** Knows for whom this tab works, and tells when that changes elsewhere. */
export interface SessionHolder {
  /** The session of the user for whom this tab works. Null when it ended or is somebody else's now. */
  own(): Session | null;
  /** Works from now on for whoever's session is kept. */
  adopt(): Session | null;
  /** As adopt, after a sign-in in this tab: the other tabs hear of it. */
  admit(): Session | null;
  /** Works for nobody any more, and forgets the session unless it is somebody else's. The other tabs hear of it. */
  release(): void;
  /** The session is worth nothing any more: forgets it and tells those who watch. */
  lose(): void;
  /** Tells those who watch that the session can't be renewed right now. */
  complain(): void;
  /** Looks whether the session that is kept is still this tab's. */
  compare(): void;
  watch(send: (event: SessionEvent) => void): () => void;
}

export interface HolderParts {
  readonly clientId: string;
  readonly sessions: SessionKeeper;
  readonly page: PageEvents;
  readonly news: ReturnType<typeof createTabNews>;
  /** Whether all tabs share what is kept: then the storage itself is looked at, whatever they tell each other. */
  readonly isShared: () => boolean;
}

/** Starts with whoever's session is kept now. */
export const createSessionHolder = (parts: HolderParts): SessionHolder => {
  const { clientId, sessions, page, news, isShared } = parts;
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

  const forget = () => {
    const session = sessions.read();
    if (session === null || session.username === holder) sessions.forget();
    holder = null;
  };

  const lose = () => {
    if (holder === null) return;
    forget();
    tell({ type: 'session.ended' });
  };

  /** Tabs that each keep a session of their own work for one person all the same. */
  const heed = ({ type, username }: TabNews) => {
    if (isShared()) compare();
    else if ((type === 'signed-out') === (username === holder)) lose();
  };
  news.onNews(heed);

  return {
    own,
    adopt,
    admit() {
      const session = adopt();
      if (session !== null) news.tell({ type: 'signed-in', username: session.username });
      return session;
    },
    release() {
      const username = holder;
      forget();
      if (username !== null) news.tell({ type: 'signed-out', username });
    },
    lose,
    complain: () => tell({ type: 'session.unreachable' }),
    compare,
    watch(send) {
      const onStorage = (event: Event) => {
        const key = 'key' in event ? event.key : null;
        if (key === null || key === lastUserKey(clientId)) compare();
      };
      watchers.add(send);
      page.addEventListener('storage', onStorage);
      return () => {
        watchers.delete(send);
        page.removeEventListener('storage', onStorage);
      };
    },
  };
};
