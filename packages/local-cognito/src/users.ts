import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Attributes, attributeNames } from './attributes.ts';
import { issuedCodeSchema } from './codes.ts';
import { CognitoError, userNotFound } from './errors.ts';
import { mfaSchema, noFactors } from './factors.ts';
import { createCredentials, type SrpCredentials } from './srp.ts';
import { Table } from './table.ts';

const hex = v.pipe(v.string(), v.regex(/^[\da-f]+$/));

const userSchema = v.object({
  /** The user's id, and the name that Cognito calls `Username` where people sign in with their email. */
  sub: v.pipe(v.string(), v.uuid()),
  /** As it was typed at sign-up; found whatever its case. */
  email: v.string(),
  emailVerified: v.boolean(),
  attributes: v.record(v.picklist(attributeNames), v.string()),
  status: v.picklist(['UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED']),
  enabled: v.boolean(),
  salt: hex,
  verifier: hex,
  /** The one valid code of each kind. */
  codes: v.object({ 'sign-up': v.optional(issuedCodeSchema), reset: v.optional(issuedCodeSchema) }),
  mfa: v.optional(mfaSchema, noFactors),
  createdAt: v.number(),
});

/** An account. Times in ms since the epoch. */
export type User = Readonly<v.InferOutput<typeof userSchema>>;

/** What a user proves the password against. */
export const credentialsOf = ({ sub, salt, verifier }: User): SrpCredentials => ({
  userId: sub,
  salt,
  verifier,
});

export type NewUser = Pick<User, 'email'> & { readonly attributes: Attributes; readonly password: string };

/** The accounts of the pool. */
export const createUsers = (poolName: string, now: () => number) => {
  const table = new Table<User>({ name: 'users', schema: userSchema });
  const subByEmail = new Map<string, string>();
  const save = (user: User): User => {
    table.set(user.sub, user);
    return user;
  };
  const find = (username: string): User | undefined =>
    table.get(subByEmail.get(username.toLowerCase()) ?? username);
  const requireUser = (username: string): User => {
    const user = find(username);
    if (user === undefined) throw userNotFound();
    return user;
  };

  return {
    table,
    /** Indexes what the table holds. Call it once, after the table was restored. */
    index(): void {
      for (const user of table.values()) subByEmail.set(user.email.toLowerCase(), user.sub);
    },
    /** The user with this email address, in any case, or with this id. */
    find,
    /** As `find`. Throws UserNotFoundException when there is none. */
    require: requireUser,
    all: (): User[] => [...table.values()],
    /** Makes an unconfirmed user. Of the password only a salt and a verifier are kept. Throws UsernameExistsException. */
    create({ email, attributes, password }: NewUser): User {
      if (subByEmail.has(email.toLowerCase())) {
        throw new CognitoError('UsernameExistsException', 'User already exists');
      }
      const sub = randomUUID();
      const { salt, verifier } = createCredentials(poolName, sub, password);
      subByEmail.set(email.toLowerCase(), sub);
      return save({
        sub,
        email,
        emailVerified: false,
        attributes,
        status: 'UNCONFIRMED',
        enabled: true,
        salt,
        verifier,
        codes: {},
        mfa: noFactors,
        createdAt: now(),
      });
    },
    update: (user: User, changes: Partial<Omit<User, 'sub' | 'email' | 'salt' | 'verifier'>>): User =>
      save({ ...user, ...changes }),
    /**
     * Gives a user another email, which takes effect at once, as with AdminUpdateUserAttributes. Throws AliasExistsException
     * for one that another user has.
     */
    setEmail(user: User, email: string, emailVerified: boolean): User {
      const owner = subByEmail.get(email.toLowerCase());
      if (owner !== undefined && owner !== user.sub)
        throw new CognitoError('AliasExistsException', 'An account with the given email already exists.');
      subByEmail.delete(user.email.toLowerCase());
      subByEmail.set(email.toLowerCase(), user.sub);
      return save({ ...user, email, emailVerified });
    },
    /** Deletes a user. Tokens of its sessions find no user from then on. */
    remove(user: User): void {
      subByEmail.delete(user.email.toLowerCase());
      table.delete(user.sub);
    },
    setPassword(user: User, password: string): User {
      const { salt, verifier } = createCredentials(poolName, user.sub, password);
      return save({ ...user, salt, verifier });
    },
  };
};
