import * as v from 'valibot';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { OpenChallenge } from './challenges.ts';
import { challengeKey } from './pending.ts';

/** Cognito's default lifetime of a challenge, in milliseconds. */
const sessionLife = 3 * 60_000;

const text = v.pipe(v.string(), v.nonEmpty());
const factor = v.picklist(['authenticator-code', 'text-message-code', 'email-code']);

const keptSchema = v.object({
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

/** Survives a reload, but stores no authenticator's secret. `storage` must belong to this tab only. */
export const createKeptChallenge = (clientId: string, storage: DeviceStorage) => {
  const key = challengeKey(clientId);
  let expiry: ReturnType<typeof setTimeout> | undefined;
  const drop = (): void => {
    clearTimeout(expiry);
    storage.removeItem(key);
  };
  const keepUntil = (expiresAt: number): void => {
    clearTimeout(expiry);
    expiry = setTimeout(drop, expiresAt - Date.now());
  };

  return {
    drop,
    keep({ challenge, ...open }: OpenChallenge): void {
      const expiresAt = Date.now() + sessionLife;
      const kept = challenge.name === 'authenticator-setup' ? { ...challenge, secret: '' } : challenge;
      storage.setItem(key, JSON.stringify({ challenge: kept, ...open, expiresAt }));
      keepUntil(expiresAt);
    },
    /** Null if none, expired or unreadable. */
    read(): OpenChallenge | null {
      const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), keptSchema), storage.getItem(key));
      const now = Date.now();
      // An entry that would last longer comes from before a clock change.
      if (!kept.success || kept.output.expiresAt <= now || kept.output.expiresAt > now + sessionLife) {
        drop();
        return null;
      }
      const { expiresAt, ...open } = kept.output;
      keepUntil(expiresAt);
      return open;
    },
  };
};
