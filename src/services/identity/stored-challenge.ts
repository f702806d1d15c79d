import * as v from 'valibot';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { OpenChallenge } from './challenges.ts';
import { challengeKey } from './pending.ts';

/** Cognito's default lifetime of a challenge, in milliseconds. */
const sessionLife = 3 * 60_000;

const text = v.pipe(v.string(), v.nonEmpty());
const factor = v.picklist(['authenticator-code', 'text-message-code', 'email-code']);

const storedSchema = v.object({
  challenge: v.variant('name', [
    v.object({ email: text, name: v.literal('authenticator-code') }),
    v.object({ email: text, name: v.picklist(['text-message-code', 'email-code']), destination: v.string() }),
    v.object({ email: text, name: v.literal('factor-choice'), factors: v.array(factor) }),
    v.object({ email: text, name: v.literal('authenticator-setup'), secret: v.literal('') }),
    v.object({ email: text, name: v.literal('new-password'), missingAttributes: v.array(text) }),
  ]),
  username: text,
  session: text,
  expiresAt: v.number(),
});

/** Stores a challenge across reloads, without authenticator secrets. `storage` must be per tab. */
export const createStoredChallenge = (clientId: string, storage: DeviceStorage) => {
  const key = challengeKey(clientId);
  let expiry: ReturnType<typeof setTimeout> | undefined;
  const remove = (): void => {
    clearTimeout(expiry);
    storage.removeItem(key);
  };
  const removeAt = (expiresAt: number): void => {
    clearTimeout(expiry);
    expiry = setTimeout(remove, expiresAt - Date.now());
  };

  return {
    remove,
    write({ challenge, ...open }: OpenChallenge): void {
      const expiresAt = Date.now() + sessionLife;
      const stored = challenge.name === 'authenticator-setup' ? { ...challenge, secret: '' } : challenge;
      storage.setItem(key, JSON.stringify({ challenge: stored, ...open, expiresAt }));
      removeAt(expiresAt);
    },
    /** Reads the challenge. Null if missing, expired or unreadable. */
    read(): OpenChallenge | null {
      const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), storedSchema), storage.getItem(key));
      const now = Date.now();
      // An expiry that is too far ahead means that the clock was set back.
      if (!stored.success || stored.output.expiresAt <= now || stored.output.expiresAt > now + sessionLife) {
        remove();
        return null;
      }
      const { expiresAt, ...open } = stored.output;
      removeAt(expiresAt);
      return open;
    },
  };
};
