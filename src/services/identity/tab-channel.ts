import type { IdentityEnvironment } from './environment.ts';

/** What a tab tells the others. `username` is the pool's own name of the user; nothing else is ever told. */
export interface TabMessage {
  readonly type: 'signed-in' | 'signed-out';
  readonly username: string;
}

/** Reads what another tab, perhaps one with an older version of this app, has sent. */
const readMessage = (data: unknown): TabMessage | null => {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('username' in data)) return null;
  const { type, username } = data;
  if ((type !== 'signed-in' && type !== 'signed-out') || typeof username !== 'string') return null;
  return { type, username };
};

/** Tells the other tabs of this browser who signed in or out here, and hears it from them. */
export const createTabChannel = (channel: ReturnType<IdentityEnvironment['openChannel']>) => ({
  send: (message: TabMessage): void => channel?.postMessage(message),
  onMessage(listener: (message: TabMessage) => void): void {
    channel?.addEventListener('message', ({ data }) => {
      const message = readMessage(data);
      if (message !== null) listener(message);
    });
  },
});
