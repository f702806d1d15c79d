import { permitted } from '#services/permitted.ts';
import { isRecord } from '#services/records.ts';
import type { IdentityEnvironment } from './environment.ts';

/** A message to other tabs. `username` is the pool's name for the user. Messages contain nothing else. */
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

export const createTabChannel = (channel: ReturnType<IdentityEnvironment['openChannel']>) => ({
  send: (message: TabMessage): void => permitted(() => channel?.postMessage(message)),
  /** Ignores messages that other versions of the app may send. */
  onMessage(listener: (message: TabMessage) => void): void {
    channel?.addEventListener('message', ({ data }) => {
      const message = readMessage(data);
      if (message !== null) listener(message);
    });
  },
});
