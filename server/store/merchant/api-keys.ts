import { hash, randomBytes } from 'node:crypto';
import type { Scope } from '#contract/merchant/endpoints.ts';
import type { Queryable } from '../database/database.ts';

/** A merchant's API key without its secret. */
export interface ApiKey {
  readonly name: string;
  /** The key's first characters, which identify it. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** When the key was last used, accurate to a few seconds. Null: never. */
  readonly lastUsedAt: Date | null;
  /** Null while the key is active. */
  readonly revokedAt: Date | null;
}

/** `coffer_key_`, 8 hex digits that identify the key, and 40 secret hex digits (160 bits). */
const keyPattern = /^(coffer_key_[0-9a-f]{8})[0-9a-f]{40}$/;

export const createApiKey = (): string => `coffer_key_${randomBytes(24).toString('hex')}`;

/** Returns a key's prefix, or undefined if the text isn't a key. */
export const prefixOf = (key: string): string | undefined => keyPattern.exec(key)?.[1];

/** Hashes a key. A fast hash is enough for 160 random bits. */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

const columns = `name, prefix, scopes, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"`;

/** Stores a new key's hash. Returns undefined if two keys with this name are already active. */
export const addApiKey = async (
  database: Queryable,
  key: string,
  { name, scopes }: Pick<ApiKey, 'name' | 'scopes'>,
): Promise<ApiKey | undefined> => {
  const [added] = await database.query<ApiKey>(
    `insert into api_keys (name, prefix, key_hash, scopes, slot, created_at)
     select $1, $2, $3, $4, slot, store_now()
     from (values (1), (2)) slots (slot)
     where not exists (
       select from api_keys active
       where active.name = $1 and active.slot = slots.slot and active.revoked_at is null
     )
     order by slot limit 1
     returning ${columns}`,
    [name, prefixOf(key), hashKey(key), scopes],
  );
  return added;
};

/** Lists all keys, newest first. */
export const listApiKeys = (database: Queryable): Promise<ApiKey[]> =>
  database.query<ApiKey>(`select ${columns} from api_keys order by created_at desc, prefix`);

/** Revokes a key in all processes, from the next call on. Returns false if the key wasn't active. */
export const revokeApiKey = async (database: Queryable, prefix: string): Promise<boolean> => {
  const revoked = await database.query(
    'update api_keys set revoked_at = store_now() where prefix = $1 and revoked_at is null returning prefix',
    [prefix],
  );
  return revoked.length > 0;
};
