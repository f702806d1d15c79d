import { chmod, readFile } from 'node:fs/promises';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { ownerOnly, undefinedIfMissing, writeFileDurably } from 'local-services/durable/write-file.ts';
import * as v from 'valibot';

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));

const keyFileSchema = v.object({
  /** The RSA private key that signs tokens. */
  signing: v.object({
    kty: v.literal('RSA'),
    ...v.entriesFromList(['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'], base64url),
  }),
});

type VerificationKey = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>;

export type PoolKeys = Awaited<ReturnType<typeof importKeys>>;

/**
 * Reads the pool's keys, or makes them at the first start (readable by the owner only).
 * Throws an error that names the file when it is damaged.
 */
export const loadOrCreateKeys = async (path: string): Promise<PoolKeys> => {
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (text === undefined) return createKeys(path);
  await chmod(path, ownerOnly);
  try {
    return await importKeys(v.parse(keyFileSchema, JSON.parse(text)));
  } catch {
    throw new Error(`The user pool's key file ${path} is damaged. It was left as it is.`);
  }
};

const createKeys = async (path: string): Promise<PoolKeys> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 });
  const keyFile = v.parse(keyFileSchema, {
    signing: await exportJWK(privateKey),
  });
  await writeFileDurably(path, `${JSON.stringify(keyFile)}\n`);
  return importKeys(keyFile);
};

const importKeys = async ({ signing }: v.InferOutput<typeof keyFileSchema>) => {
  const { kty, n, e } = signing;
  const keyId = await calculateJwkThumbprint({ kty, n, e });
  return {
    keyId,
    privateKey: await asymmetricKey(signing),
    publicKey: await asymmetricKey({ kty, n, e }),
    /** The JSON Web Key Set to publish. */
    jwks: { keys: [{ alg: 'RS256', e, kid: keyId, kty, n, use: 'sig' }] },
  };
};

const asymmetricKey = async (jwk: JWK): Promise<VerificationKey> => {
  const key = await importJWK(jwk, 'RS256');
  if (key instanceof Uint8Array) throw new TypeError('An RSA key was expected');
  return key;
};
