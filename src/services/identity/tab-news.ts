import type { TabChannel } from './environment.ts';

/** What a tab tells the others. `username` is the pool's own name of the user; nothing else is ever told. */
export interface TabNews {
  readonly type: 'signed-in' | 'signed-out';
  readonly username: string;
}

/** Reads what another tab, perhaps one with an older version of this app, has sent. */
export const readTabNews = (data: unknown): TabNews | null => {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('username' in data)) return null;
  const { type, username } = data;
  if ((type !== 'signed-in' && type !== 'signed-out') || typeof username !== 'string') return null;
  return { type, username };
};

/** Tells the other tabs of this browser who signed in or out here, and hears it from them. */
export const createTabNews = (channel: TabChannel | null) => ({
  tell: (news: TabNews): void => channel?.postMessage(news),
  onNews(hear: (news: TabNews) => void): void {
    channel?.addEventListener('message', ({ data }) => {
      const news = readTabNews(data);
      if (news !== null) hear(news);
    });
  },
});
