import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Attributes, attributeNames } from './attributes.ts';
import { CognitoError, passwordResetRequired, userDisabled } from './errors.ts';
import { mfaSchema, noFactors } from './factors.ts';
import { createCredentials } from './srp.ts';

const hex = v.pipe(v.string(), v.regex(/^[\da-f]+$/));
const issuedCodeSchema = v.object({ code: v.string(), issuedAt: v.number() });
const credentialsSchema = v.object({ salt: hex, verifier: hex });

export const userSchema = v.object({
  /** The user's id. Cognito calls it `Username` in pools whose users sign in with their email. */
  sub: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  phoneVerified: v.optional(v.boolean(), false),
  attributes: v.record(v.picklist(attributeNames), v.string()),
  status: v.picklist(['UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED']),
  enabled: v.boolean(),
  ...credentialsSchema.entries,
  /** Earlier passwords, newest first. */
  pastPasswords: v.optional(v.array(credentialsSchema), []),
  codes: v.partial(
    v.object(v.entriesFromList(['sign-up', 'reset', 'email', 'phone_number'], issuedCodeSchema)),
  ),
  mfa: mfaSchema,
  createdAt: v.number(),
});

/** A user's account. Times are in ms since the epoch. */
export type User = Readonly<v.InferOutput<typeof userSchema>>;
/** What a code is for: `email` and `phone_number` verify the attribute. */
export type CodeKind = keyof User['codes'];

/** The most passwords that Cognito's `PasswordHistorySize` can be. */
export const maxPasswordHistory = 24;

export type NewUser = Pick<User, 'email'> & { readonly attributes: Attributes; readonly password: string };

export const createUsers = (table: Map<string, User>, poolName: string, now: () => number) => {
  const save = (user: User): User => {
    table.set(user.sub, user);
    return user;
  };
  /** Returns the user with this email, ignoring case, or with this id. */
  const find = (username: string): User | undefined => {
    const email = username.toLowerCase();
    return table.get(username) ?? [...table.values()].find((user) => user.email.toLowerCase() === email);
  };
  const requireUser = (username: string): User => {
    const user = find(username);
    if (user === undefined) throw new CognitoError('UserNotFoundException', 'User does not exist.');
    return user;
  };

  return {
    find,
    /** Returns a user. Throws UserNotFoundException if there is none. */
    require: requireUser,
    /** Throws UserNotFoundException, NotAuthorizedException (user disabled) or PasswordResetRequiredException. */
    requireActive(username: string): User {
      const user = requireUser(username);
      if (!user.enabled) throw userDisabled();
      if (user.status === 'RESET_REQUIRED') throw passwordResetRequired();
      return user;
    },
    all: (): User[] => [...table.values()],
    /** Creates an unconfirmed user. Throws UsernameExistsException if the email is taken. */
    create({ email, attributes, password }: NewUser): User {
      if (find(email)) throw new CognitoError('UsernameExistsException', 'User already exists');
      const sub = randomUUID();
      return save({
        sub,
        email,
        emailVerified: false,
        phoneVerified: false,
        attributes,
        status: 'UNCONFIRMED',
        enabled: true,
        ...createCredentials(poolName, sub, password),
        pastPasswords: [],
        codes: {},
        mfa: noFactors,
        createdAt: now(),
      });
    },
    update: (user: User, changes: Partial<Omit<User, 'sub' | 'email' | 'salt' | 'verifier'>>): User =>
      save({ ...user, ...changes }),
    /** Changes the email immediately, like AdminUpdateUserAttributes. Throws AliasExistsException if it is taken. */
    setEmail(user: User, email: string, emailVerified: boolean): User {
      const owner = find(email);
      if (owner !== undefined && owner.sub !== user.sub)
        throw new CognitoError('AliasExistsException', 'An account with the given email already exists.');
      return save({ ...user, email, emailVerified });
    },
    remove: (user: User): void => void table.delete(user.sub),
    setPassword({ salt, verifier, ...user }: User, password: string): User {
      const pastPasswords = [{ salt, verifier }, ...user.pastPasswords].slice(0, maxPasswordHistory);
      return save({ ...user, ...createCredentials(poolName, user.sub, password), pastPasswords });
    },
  };
};
