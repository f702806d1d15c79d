import {
  AuthenticationDetails,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
} from 'amazon-cognito-identity-js';
import type { Credentials, Registration } from '#machines/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import { type StagedStorage, stage } from '#services/storage/staged-storage.ts';
import { callCognito } from './client.ts';
import type { IdentitySettings } from './environment.ts';
import type { Session } from './session.ts';

/** Whom the service mails a code. */
export type Addressee = Pick<Credentials, 'email'>;

/** A code that was mailed, as it came back. */
export interface SubmittedCode extends Addressee {
  readonly code: string;
}

/** The identity library, bound to one pool for one operation. */
interface Binding {
  readonly pool: CognitoUserPool;
  user(username: string): CognitoUser;
  /** Ends the operation, as the library's callback does. Only the first end counts. */
  done(error?: unknown): void;
  /** The same for operations that take two callbacks. */
  readonly callbacks: { readonly onSuccess: () => void; readonly onFailure: (error: unknown) => void };
}

/** Email and phone always; names only if provided. */
const attributesOf = ({ email, phone, firstName, lastName }: Registration): CognitoUserAttribute[] => {
  const [given, family] = [firstName.trim(), lastName.trim()];
  const names = { given_name: given, family_name: family, name: `${given} ${family}`.trim() };
  const provided = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ''));
  return Object.entries({ email, phone_number: phone, ...provided }).map(
    ([Name, Value]) => new CognitoUserAttribute({ Name, Value }),
  );
};

/**
 * The operations of amazon-cognito-identity-js, each called once. They throw what errors.ts names, and answer with what
 * the library wrote, which is the caller's to commit. This module carries the library: load it when it is needed.
 *
 * The library's flaws are kept out: its client, which retries every error, never gives up and stumbles over HTML, is
 * replaced by one request that ends with the signal; a callback that throws is not called again; and what it writes
 * waits on a stage, so that an operation which was given up can't sign anybody in or out.
 */
export const createLibrary = (settings: IdentitySettings, storage: DeviceStorage) => {
  const run = (signal: AbortSignal, operation: (binding: Binding) => void): Promise<StagedStorage> =>
    new Promise((resolve, reject) => {
      const changes = stage(storage);
      const request = (
        name: string,
        parameters: object,
        callback: (error: unknown, reply?: Record<string, unknown>) => void,
      ) => {
        callCognito(settings, name, parameters, signal)
          .then((reply) => callback(null, reply), callback)
          .catch((cause: unknown) => reject(new UnavailableError('The answer can’t be read', { cause })));
      };
      const pool = Object.assign(
        new CognitoUserPool({
          UserPoolId: settings.userPoolId,
          ClientId: settings.clientId,
          Storage: changes,
        }),
        { client: { request, requestWithRetry: request } },
      );
      operation({
        pool,
        user: (username) => new CognitoUser({ Username: username, Pool: pool, Storage: changes }),
        done: (error) => (error ? reject(error) : resolve(changes)),
        callbacks: { onSuccess: () => resolve(changes), onFailure: reject },
      });
    });

  return {
    signUp: (registration: Registration, signal: AbortSignal) =>
      run(signal, ({ pool, done }) =>
        pool.signUp(registration.email, registration.password, attributesOf(registration), [], done),
      ),
    confirmSignUp: ({ email, code }: SubmittedCode, signal: AbortSignal) =>
      run(signal, ({ user, done }) => user(email).confirmRegistration(code, false, done)),
    resendSignUpCode: ({ email }: Addressee, signal: AbortSignal) =>
      run(signal, ({ user, done }) => user(email).resendConfirmationCode(done)),
    sendResetCode: ({ email }: Addressee, signal: AbortSignal) =>
      run(signal, ({ user, callbacks }) => user(email).forgotPassword(callbacks)),
    resetPassword: ({ email, code, password }: SubmittedCode & Credentials, signal: AbortSignal) =>
      run(signal, ({ user, callbacks }) => user(email).confirmPassword(code, password, callbacks)),
    signIn: ({ email, password }: Credentials, signal: AbortSignal) =>
      run(signal, ({ user, callbacks }) =>
        user(email).authenticateUser(
          new AuthenticationDetails({ Username: email, Password: password }),
          callbacks,
        ),
      ),
    refresh: ({ username, refreshToken }: Session, signal: AbortSignal) =>
      run(signal, ({ user, done }) =>
        user(username).refreshSession(new CognitoRefreshToken({ RefreshToken: refreshToken }), done),
      ),
    /** Revokes the session at the service. */
    revoke: ({ username }: Session, signal: AbortSignal) =>
      run(signal, ({ user, done }) => user(username).signOut(done)),
  };
};

export type Library = ReturnType<typeof createLibrary>;
