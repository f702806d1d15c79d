import * as v from 'valibot';
import type { IdentityEnvironment } from './environment.ts';

/** What a tab sends to the others. `username` is the pool's own name of the user; nothing else is ever sent. */
const messageSchema = v.object({ type: v.picklist(['signed-in', 'signed-out']), username: v.string() });

export type TabMessage = Readonly<v.InferOutput<typeof messageSchema>>;

/** Sends the other tabs of this browser who signed in or out here, and receives the same from them. */
export const createTabChannel = (channel: ReturnType<IdentityEnvironment['openChannel']>) => ({
  send: (message: TabMessage): void => channel?.postMessage(message),
  /** Passes over what a tab with another version of this app may send. */
  onMessage(listener: (message: TabMessage) => void): void {
    channel?.addEventListener('message', ({ data }) => {
      const message = v.safeParse(messageSchema, data);
      if (message.success) listener(message.output);
    });
  },
});
