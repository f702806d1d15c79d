import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
} from 'amazon-cognito-identity-js';
import * as v from 'valibot';
import type { Registration } from '#machines/account/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';
import { type StagedStorage, stage } from '#services/storage/staged-storage.ts';
import { startPowerWorker } from '#services/trusted-scripts.ts';
import type { CreateIdentityAdapter } from './adapter.ts';
import { callCognito, type Reply } from './client.ts';
import { ChallengeError } from './errors.ts';
import { createPowers, within } from './srp/powers.ts';

interface Binding {
  readonly pool: CognitoUserPool;
  user(username: string): CognitoUser;
  /** A callback for the library, which settles the operation. Only the first call counts. */
  done(error?: unknown): void;
  readonly callbacks: { readonly onSuccess: () => void; readonly onFailure: (error: unknown) => void };
}

const powers = createPowers(startPowerWorker);

/** Starts a worker that the next operation uses and then ends. */
export const prepareSignIn = powers.prepare;

/** The challenges that the library handles without the user. */
const libraryChallenges = new Set(['PASSWORD_VERIFIER', 'DEVICE_SRP_AUTH', 'DEVICE_PASSWORD_VERIFIER']);

const proofSchema = v.object({ ChallengeResponses: v.object({ USERNAME: v.string() }) });

/** Returns the service's name for the user. Empty before the first proof. */
const usernameIn = (parameters: object): string => {
  const proof = v.safeParse(proofSchema, parameters);
  return proof.success ? proof.output.ChallengeResponses.USERNAME : '';
};

const attributesOf = ({ email, phone, firstName, lastName }: Registration): CognitoUserAttribute[] => {
  const [given, family] = [firstName.trim(), lastName.trim()];
  const names = { given_name: given, family_name: family, name: `${given} ${family}`.trim() };
  const provided = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ''));
  return Object.entries({ email, phone_number: phone, ...provided }).map(
    ([Name, Value]) => new CognitoUserAttribute({ Name, Value }),
  );
};

/**
 * Creates the adapter for amazon-cognito-identity-js. This module loads the library, so import it on demand.
 * It replaces the library's HTTP client, which retries every error and can't handle HTML.
 */
export const createLibrary: CreateIdentityAdapter = (settings, storage) => {
  /** Runs an operation. @param answered The response to the library's first request, if we already have it */
  const run = (
    signal: AbortSignal,
    operation: (binding: Binding) => void,
    answered: Reply | null = null,
  ): Promise<StagedStorage> => {
    const { compute, end } = powers.begin(signal);
    return new Promise<StagedStorage>((resolve, reject) => {
      const changes = stage(storage);
      const scope = {
        compute,
        fail: (cause: unknown) => reject(new UnavailableError('The answer can’t be read', { cause })),
      };
      let received = answered === null ? null : Promise.resolve(answered);
      const request = (
        name: string,
        parameters: object,
        callback: (error: unknown, reply?: Record<string, unknown>) => void,
      ) => {
        const responding = received ?? callCognito(settings, name, parameters, signal);
        received = null;
        responding
          .then((reply) => {
            const { ChallengeName: challenge } = reply;
            if (challenge === undefined || libraryChallenges.has(challenge))
              within(scope, () => callback(null, reply));
            else {
              // The only staged change is the removal of a device that the pool no longer knows.
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
    }).finally(end);
  };

  return {
    signUp: (registration, signal) =>
      run(signal, ({ pool, done }) =>
        pool.signUp(registration.email, registration.password, attributesOf(registration), [], done),
      ),
    confirmSignUp: ({ email, code }, signal) =>
      run(signal, ({ user, done }) => user(email).confirmRegistration(code, false, done)),
    resendSignUpCode: ({ email }, signal) =>
      run(signal, ({ user, done }) => user(email).resendConfirmationCode(done)),
    sendResetCode: ({ email }, signal) =>
      run(signal, ({ user, callbacks }) => user(email).forgotPassword(callbacks)),
    resetPassword: ({ email, code, password }, signal) =>
      run(signal, ({ user, callbacks }) => user(email).confirmPassword(code, password, callbacks)),
    signIn: ({ email, password }, signal) =>
      run(signal, ({ user, callbacks }) =>
        user(email).authenticateUser(
          new AuthenticationDetails({ Username: email, Password: password }),
          callbacks,
        ),
      ),
    /**
     * Continues after a challenge. Uses the library's method for custom challenges, because its methods for
     * codes send an outdated session and don't support email codes or a second challenge.
     */
    completeSignIn: (username, answered, signal) =>
      run(signal, ({ user, callbacks }) => user(username).sendCustomChallengeAnswer('', callbacks), answered),
    revoke: ({ username }, signal) => run(signal, ({ user, done }) => user(username).signOut(done)),
  };
};
