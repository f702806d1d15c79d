import { randomBytes, randomUUID } from 'node:crypto';
import { equalSecrets, sha256 } from 'local-services/secrets.ts';
import * as v from 'valibot';
import { CognitoError, notAuthorized } from './errors.ts';
import { Table } from './table.ts';

/** The scope that the operations on one's own account ask for. Sign-ins through the API have it alone. */
export const accountScope = 'aws.cognito.signin.user.admin';

const sessionSchema = v.object({
  sub: v.string(),
  /** What its tokens are good for: names with spaces between them. */
  scope: v.optional(v.string(), accountScope),
  /** The device that was offered to, or recognised at, the sign-in. */
  deviceKey: v.optional(v.nullable(v.string()), null),
  /** SHA-256 of the refresh token, hex. */
  tokenHash: v.string(),
  /** The refresh tokens that were rotated out, and when each ends. */
  rotated: v.optional(v.array(v.object({ tokenHash: v.string(), goodUntil: v.number() })), []),
  signedInAt: v.number(),
  expiresAt: v.number(),
  revokedAt: v.nullable(v.number()),
});
type SessionRecord = Readonly<v.InferOutput<typeof sessionSchema>>;

/** One sign-in: its refresh token and all tokens made from it. `id` is their `origin_jti`. Times in ms. */
export type Session = SessionRecord & { readonly id: string };

export type NewSession = Pick<SessionRecord, 'sub' | 'scope' | 'deviceKey'>;

/** Cognito's default life of a refresh token. */
const lifeMs = 30 * 24 * 60 * 60 * 1000;
/** How long after its end a session is still distinguished from an unknown one. */
const retentionMs = lifeMs;

/** How many of the tokens that were rotated out are still distinguished from unknown ones. */
const mostRotated = 10;

const hashOf = (refreshToken: string): string => sha256(refreshToken).toString('hex');

/** The sign-ins of all users. Refresh tokens are opaque and kept as hashes only. */
export const createSessions = (now: () => number) => {
  const table = new Table<SessionRecord>({
    name: 'sessions',
    schema: sessionSchema,
    isStale: ({ expiresAt }, at) => at >= expiresAt + retentionMs,
  });
  const end = ({ id, ...record }: Session): void => {
    if (record.revokedAt === null) table.set(id, { ...record, revokedAt: now() });
  };
  /** The session of a refresh token, ended or not; undefined for a token that means nothing. */
  const find = (refreshToken: string): Session | undefined => {
    const [id = ''] = refreshToken.split('.', 1);
    const record = table.get(id);
    if (record === undefined) return undefined;
    const tokenHash = hashOf(refreshToken);
    const isOurs = [record, ...record.rotated].some((known) => equalSecrets(tokenHash, known.tokenHash));
    return isOurs ? { id, ...record } : undefined;
  };
  const newToken = (id: string): string => `${id}.${randomBytes(48).toString('base64url')}`;

  /**
   * The session of a refresh token. Throws NotAuthorizedException when it is unknown, revoked or expired,
   * RefreshTokenReuseException when it was rotated out.
   */
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
    table,
    find,
    start(input: NewSession): { session: Session; refreshToken: string } {
      const id = randomUUID();
      const refreshToken = newToken(id);
      const signedInAt = now();
      const record: SessionRecord = {
        ...input,
        tokenHash: hashOf(refreshToken),
        rotated: [],
        signedInAt,
        expiresAt: signedInAt + lifeMs,
        revokedAt: null,
      };
      table.set(id, record);
      return { session: { id, ...record }, refreshToken };
    },
    redeem,
    /**
     * Gives a session another refresh token, in one step with checking the one before it, which is good for a grace period.
     * Throws what {@link redeem} throws.
     */
    rotate(refreshToken: string, graceSeconds: number): string {
      const { id, ...record } = redeem(refreshToken);
      const next = newToken(id);
      const rotatedOut = { tokenHash: record.tokenHash, goodUntil: now() + graceSeconds * 1000 };
      const rotated = [...record.rotated, rotatedOut].slice(-mostRotated);
      table.set(id, { ...record, rotated, tokenHash: hashOf(next) });
      return next;
    },
    /** The session that tokens with this `origin_jti` are of; undefined when it was revoked. */
    findLive(id: string): Session | undefined {
      const record = table.get(id);
      return record?.revokedAt === null ? { id, ...record } : undefined;
    },
    /** Ends the session of a refresh token. A token that means nothing is no error (RFC 7009, 2.2). */
    revoke(refreshToken: string): void {
      const session = find(refreshToken);
      if (session !== undefined) end(session);
    },
    /** Ends all sessions of a user. */
    revokeAllOf(sub: string): void {
      for (const [id, record] of table) if (record.sub === sub) end({ id, ...record });
    },
  };
};
