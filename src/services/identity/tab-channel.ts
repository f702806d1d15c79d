import { permitted } from '#services/permitted.ts';
import { isRecord } from '#services/records.ts';
import type { IdentityEnvironment } from './environment.ts';

/** What a tab sends to the others. `username` is the pool's own name of the user; nothing else is ever sent. */
export interface TabMessage {
  readonly type: 'signed-in' | 'signed-out';
  readonly username: string;
}

const readMessage = (data: unknown): TabMessage | null => {
  if (!isRecord(data)) return null;
  const { type, username } = data;
  if (type !== 'signed-in' && type !== 'signed-out') return null;
  return typeof username === 'string' ? { type, username } : null;
};

/** Sends the other tabs of this browser who signed in or out here, and receives the same from them. */
export const createTabChannel = (channel: ReturnType<IdentityEnvironment['openChannel']>) => ({
  send: (message: TabMessage): void => permitted(() => channel?.postMessage(message)),
  /** Passes over what a tab with another version of this app may send. */
  onMessage(listener: (message: TabMessage) => void): void {
    channel?.addEventListener('message', ({ data }) => {
      const message = readMessage(data);
      if (message !== null) listener(message);
    });
  },
});
