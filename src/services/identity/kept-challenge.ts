import * as v from 'valibot';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { OpenChallenge } from './challenges.ts';
import { challengeKey } from './pending.ts';

/** Milliseconds that Cognito waits for an answer, unless the app client says otherwise. */
const sessionLife = 3 * 60_000;

const text = v.pipe(v.string(), v.nonEmpty());
const factor = v.picklist(['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP']);

const keptSchema = v.object({
  challenge: v.variant('name', [
    v.object({ email: text, name: v.literal('SOFTWARE_TOKEN_MFA') }),
    v.object({ email: text, name: v.picklist(['SMS_MFA', 'EMAIL_OTP']), destination: v.string() }),
    v.object({ email: text, name: v.literal('SELECT_MFA_TYPE'), factors: v.array(factor) }),
    v.object({ email: text, name: v.literal('MFA_SETUP'), secret: v.literal('') }),
    v.object({ email: text, name: v.literal('NEW_PASSWORD_REQUIRED'), missingAttributes: v.array(text) }),
  ]),
  username: text,
  session: text,
  expiresAt: v.number(),
});

/**
 * Keeps the open challenge for a reload of its tab, until its session expires, but not an authenticator's secret. `storage`
 * must be the tab's own.
 */
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
    /** Keeps a challenge that was asked just now, in the place of another one. */
    keep({ challenge, ...open }: OpenChallenge): void {
      const expiresAt = Date.now() + sessionLife;
      const kept = challenge.name === 'MFA_SETUP' ? { ...challenge, secret: '' } : challenge;
      storage.setItem(key, JSON.stringify({ challenge: kept, ...open, expiresAt }));
      keepUntil(expiresAt);
    },
    /** The challenge that is kept; null when there is none, it is too old, or it can't be read. */
    read(): OpenChallenge | null {
      const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), keptSchema), storage.getItem(key));
      const now = Date.now();
      // One that would last longer was kept by another clock.
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
