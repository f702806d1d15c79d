import { randomBytes, randomUUID } from 'node:crypto';
import { equalSecrets, sha256 } from 'local-services/secrets.ts';
import * as v from 'valibot';
import { CognitoError, notAuthorized } from './errors.ts';

/** The scope that allows account operations, and the only scope of a sign-in through the API. */
export const accountScope = 'aws.cognito.signin.user.admin';

export const sessionSchema = v.object({
  /** The `origin_jti` of the session's tokens. */
  id: v.string(),
  sub: v.string(),
  /** The session's scopes, separated by spaces. */
  scope: v.string(),
  /** The key of the device that the sign-in offered or recognized. */
  deviceKey: v.nullable(v.string()),
  /** SHA-256 of the refresh token, in hex. */
  tokenHash: v.string(),
  /** Earlier refresh tokens, and when each becomes invalid. */
  rotated: v.array(v.object({ tokenHash: v.string(), goodUntil: v.number() })),
  signedInAt: v.number(),
  expiresAt: v.number(),
  revokedAt: v.nullable(v.number()),
});

/** The session of one sign-in: its refresh token and the tokens made from it. Times are in ms since the epoch. */
export type Session = Readonly<v.InferOutput<typeof sessionSchema>>;

/** Cognito's default lifetime for refresh tokens, in ms. */
const lifeMs = 30 * 24 * 60 * 60 * 1000;

const hashOf = (refreshToken: string): string => sha256(refreshToken).toString('hex');

export const createSessions = (table: Map<string, Session>, now: () => number) => {
  const save = (session: Session): void => void table.set(session.id, session);
  const end = (session: Session): void => {
    if (session.revokedAt === null) save({ ...session, revokedAt: now() });
  };
  const newToken = (id: string): string => `${id}.${randomBytes(48).toString('base64url')}`;

  /** Returns a refresh token's session, even if it has ended. */
  const find = (refreshToken: string): Session | undefined => {
    const [id = ''] = refreshToken.split('.', 1);
    const session = table.get(id);
    if (session === undefined) return undefined;
    const tokenHash = hashOf(refreshToken);
    const isOurs = [session, ...session.rotated].some((known) => equalSecrets(tokenHash, known.tokenHash));
    return isOurs ? session : undefined;
  };

  /** Returns a refresh token's session. Throws NotAuthorizedException or RefreshTokenReuseException. */
  const redeem = (refreshToken: string): Session => {
    const session = find(refreshToken);
    if (session === undefined) throw notAuthorized('Invalid Refresh Token');
    if (session.revokedAt !== null) throw notAuthorized('Refresh Token has been revoked');
    if (now() >= session.expiresAt) throw notAuthorized('Refresh Token has expired');
    const tokenHash = hashOf(refreshToken);
    const rotated = session.rotated.find((token) => equalSecrets(tokenHash, token.tokenHash));
    if (rotated !== undefined && now() >= rotated.goodUntil)
      throw new CognitoError('RefreshTokenReuseException', 'Refresh token has been rotated.');
    return session;
  };

  return {
    find,
    redeem,
    start(grant: Pick<Session, 'sub' | 'scope' | 'deviceKey'>): { session: Session; refreshToken: string } {
      const id = randomUUID();
      const refreshToken = newToken(id);
      const signedInAt = now();
      const session: Session = {
        ...grant,
        id,
        tokenHash: hashOf(refreshToken),
        rotated: [],
        signedInAt,
        expiresAt: signedInAt + lifeMs,
        revokedAt: null,
      };
      save(session);
      return { session, refreshToken };
    },
    /** Replaces the refresh token. Throws what {@link redeem} throws. */
    rotate(refreshToken: string, graceSeconds: number): string {
      const session = redeem(refreshToken);
      const next = newToken(session.id);
      const rotatedOut = { tokenHash: session.tokenHash, goodUntil: now() + graceSeconds * 1000 };
      const rotated = [...session.rotated, rotatedOut];
      save({ ...session, rotated, tokenHash: hashOf(next) });
      return next;
    },
    findLive(id: string): Session | undefined {
      const session = table.get(id);
      return session?.revokedAt === null ? session : undefined;
    },
    /** Revokes a refresh token's session. Ignores an unknown token (RFC 7009, 2.2). */
    revoke(refreshToken: string): void {
      const session = find(refreshToken);
      if (session !== undefined) end(session);
    },
    revokeAllOf(sub: string): void {
      for (const session of table.values()) if (session.sub === sub) end(session);
    },
  };
};
