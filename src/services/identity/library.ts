import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
} from 'amazon-cognito-identity-js';
import * as v from 'valibot';
import type { Credentials, Registration } from '#machines/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import { type StagedStorage, stage } from '#services/storage/staged-storage.ts';
import { startPowerWorker } from '#services/trusted-scripts.ts';
import { callCognito, type Reply } from './client.ts';
import type { IdentitySettings } from './environment.ts';
import { ChallengeError } from './errors.ts';
import type { Session } from './kept-session.ts';
import { createPowerWorkers } from './srp/power-workers.ts';
import { createPowers, within } from './srp/powers.ts';

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

const workers = createPowerWorkers(startPowerWorker);

/** Starts the worker of the next sign-in, which ends with the next operation. */
export const prepareSignIn = workers.prepare;

/** The challenges that the identity library meets by itself. */
const metByLibrary = new Set(['PASSWORD_VERIFIER', 'DEVICE_SRP_AUTH', 'DEVICE_PASSWORD_VERIFIER']);

const proofSchema = v.object({ ChallengeResponses: v.object({ USERNAME: v.string() }) });

/** The service's own name of who sends a proof. Empty when nothing was proven yet. */
const usernameIn = (parameters: object): string => {
  const proof = v.safeParse(proofSchema, parameters);
  return proof.success ? proof.output.ChallengeResponses.USERNAME : '';
};

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
 * The operations of amazon-cognito-identity-js, each called once. They throw what errors.ts names, a challenge that the
 * library can't meet among it, and answer with what the library wrote, which is the caller's to commit. This module carries the library: load it when it is needed.
 *
 * The library's flaws are kept out: its client, which retries every error, never gives up and stumbles over HTML, is
 * replaced by one request that ends with the signal; a callback that throws is not called again; and what it writes
 * waits on a stage, so that an operation which was given up can't sign anybody in or out. The powers of its key exchange
 * are computed off the main thread.
 */
export const createLibrary = (settings: IdentitySettings, storage: DeviceStorage) => {
  /** @param answered what the service has answered already to the first request that the library will make */
  const run = (
    signal: AbortSignal,
    operation: (binding: Binding) => void,
    answered: Reply | null = null,
  ): Promise<StagedStorage> => {
    const powers = createPowers(signal, workers);
    return new Promise<StagedStorage>((resolve, reject) => {
      const changes = stage(storage);
      const scope = {
        compute: powers.compute,
        fail: (cause: unknown) => reject(new UnavailableError('The answer can’t be read', { cause })),
      };
      let kept = answered;
      const call = async (name: string, parameters: object): Promise<Reply> => {
        const reply = kept ?? (await callCognito(settings, name, parameters, signal));
        kept = null;
        return reply;
      };
      const request = (
        name: string,
        parameters: object,
        callback: (error: unknown, reply?: Record<string, unknown>) => void,
      ) => {
        call(name, parameters)
          .then((reply) => {
            const { ChallengeName: challenge } = reply;
            if (challenge === undefined || metByLibrary.has(challenge))
              within(scope, () => callback(null, reply));
            else {
              // Before a challenge the library changes nothing but that it drops a device which the pool does not know.
              if (!signal.aborted) changes.commit();
              reject(new ChallengeError(challenge, reply, usernameIn(parameters)));
            }
          }, callback)
          .catch(scope.fail);
      };
      const pool = Object.assign(
        new CognitoUserPool({
          UserPoolId: settings.userPoolId,
          ClientId: settings.clientId,
          Storage: changes,
        }),
        { client: { request, requestWithRetry: request } },
      );
      within(scope, () =>
        operation({
          pool,
          user: (username) => new CognitoUser({ Username: username, Pool: pool, Storage: changes }),
          done: (error) => (error ? reject(error) : resolve(changes)),
          callbacks: { onSuccess: () => resolve(changes), onFailure: reject },
        }),
      );
    }).finally(powers.end);
  };

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
    /**
     * Signs in with what the service answered to a challenge: tokens, or a question about this device. The library's
     * methods for codes would ask with an outdated session then, and know neither a code by email nor a second
     * challenge; its method for custom challenges goes on with whatever was answered.
     */
    completeSignIn: (username: string, answered: Reply, signal: AbortSignal) =>
      run(signal, ({ user, callbacks }) => user(username).sendCustomChallengeAnswer('', callbacks), answered),
    /** Revokes the session at the service. */
    revoke: ({ username }: Session, signal: AbortSignal) =>
      run(signal, ({ user, done }) => user(username).signOut(done)),
  };
};

export type Library = ReturnType<typeof createLibrary>;
