import { createHmac } from 'node:crypto';
import { scopes } from '#contract/merchant/endpoints.ts';
import type { Queryable } from '#server/store/database/database.ts';
import { hashKey, prefixOf } from '#server/store/merchant/api-keys.ts';

/** Returns the merchant's API key that the console shows. The same data directory always has the same key. */
export const deriveMerchantKey = (secret: string): string =>
  `coffer_key_${createHmac('sha256', secret).update('merchant key').digest('hex').slice(0, 48)}`;

/** Adds the key if the database lacks it, and undoes a revocation. */
export const acceptMerchantKey = async (database: Queryable, key: string): Promise<void> => {
  const prefix = prefixOf(key);
  await database.query(
    `insert into api_keys (name, prefix, key_hash, scopes, slot, created_at)
     values ('console-' || right($1, 8), $1, $2, $3, 1, store_now())
     on conflict (prefix) do update set revoked_at = null`,
    [prefix, hashKey(key), scopes],
  );
};
