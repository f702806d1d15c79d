import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import * as v from 'valibot';

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));

export const signingKeySchema = v.object({
  kty: v.literal('RSA'),
  ...v.entriesFromList(['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'], base64url),
});
export type SigningKey = Readonly<v.InferOutput<typeof signingKeySchema>>;

export const createSigningKey = async (): Promise<SigningKey> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 });
  return v.parse(signingKeySchema, await exportJWK(privateKey));
};

export type PoolKeys = Awaited<ReturnType<typeof importKeys>>;

export const importKeys = async (signingKey: SigningKey) => {
  const { kty, n, e } = signingKey;
  const keyId = await calculateJwkThumbprint({ kty, n, e });
  return {
    keyId,
    privateKey: await rsaKey(signingKey),
    publicKey: await rsaKey({ kty, n, e }),
    jwks: { keys: [{ alg: 'RS256', e, kid: keyId, kty, n, use: 'sig' }] },
  };
};

const rsaKey = async (jwk: JWK) => {
  const key = await importJWK(jwk, 'RS256');
  if (key instanceof Uint8Array) throw new TypeError('An RSA key was expected');
  return key;
};
