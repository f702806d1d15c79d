import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '#contract/merchant/endpoints.ts';
import { inBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { type HttpError, merchantError } from '../http/http-error.ts';
import { hashKey, prefixOf } from './api-keys.ts';

/** An API key that the store has verified. */
export interface MerchantCaller {
  readonly prefix: string;
  readonly scopes: readonly Scope[];
}

interface ActiveKey extends MerchantCaller {
  readonly keyHash: Buffer;
}

export type KeyAuthentication = ReturnType<typeof createKeyAuthentication>;

/** Reads the key for each call, because a revoked key must fail immediately. Batches simultaneous reads. */
export const createKeyAuthentication = (database: Database) => {
  const findKey = inBatches(
    async (prefixes: readonly string[]): Promise<readonly (ActiveKey | undefined)[]> => {
      const rows = await database.query<ActiveKey>(findActive, [[...new Set(prefixes)]]);
      const keys = new Map(rows.map((row) => [row.prefix, row]));
      return prefixes.map((prefix) => keys.get(prefix));
    },
    { keyOf: (prefix) => prefix, size: 1_000, concurrency: 4 },
  );
  let used = new Set<string>();
  /** Hashes of keys that were active when this process last read them. */
  const verified = new Set<string>();

  return {
    /** Returns whether the header's key was active when last read. Doesn't query the database. */
    wasActive: (authorization: string | undefined): boolean =>
      verified.has(hashKey(keyIn(authorization)).toString('base64')),

    /** Verifies the header's API key. @throws {HttpError} 401 unless it is active */
    async identify(authorization: string | undefined): Promise<MerchantCaller> {
      const key = keyIn(authorization);
      const prefix = prefixOf(key);
      if (prefix === undefined) throw invalidKey();
      const active = await findKey(prefix);
      const keyHash = hashKey(key);
      if (active === undefined || !timingSafeEqual(active.keyHash, keyHash)) {
        verified.delete(keyHash.toString('base64'));
        throw invalidKey();
      }
      verified.add(keyHash.toString('base64'));
      used.add(prefix);
      return { prefix, scopes: active.scopes };
    },

    /** Stores when keys were last used. One write covers all calls since the previous write. */
    async recordUses(): Promise<void> {
      if (used.size === 0) return;
      const prefixes = [...used];
      used = new Set();
      await database.query(recordUse, [prefixes]);
    },
  };
};

const keyIn = (authorization = ''): string => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';

const findActive = `
  select prefix, key_hash as "keyHash", scopes from api_keys
  where prefix = any($1::text[]) and revoked_at is null`;

const recordUse = 'update api_keys set last_used_at = store_now() where prefix = any($1::text[])';

const invalidKey = (): HttpError =>
  merchantError('invalid-key', 'Send an active key as "Authorization: Bearer coffer_key_…".', {
    'WWW-Authenticate': 'Bearer',
  });
