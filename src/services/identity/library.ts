import { CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js';
import { UnavailableError } from '#services/errors.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import { type StagedStorage, stage } from '#services/storage/staged-storage.ts';
import type { IdentitySettings } from './settings.ts';
import { callCognito, endpointOf } from './wire.ts';

/** The identity library, bound to one pool for one operation. */
export interface Library {
  readonly pool: CognitoUserPool;
  user(username: string): CognitoUser;
  /** What the library writes, until it is committed. */
  readonly changes: StagedStorage;
}

/** How an operation ends; only its first end counts. */
export interface Settle<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Runs one operation of amazon-cognito-identity-js as a promise, with its flaws kept out: its client, which retries
 * every error, never gives up and stumbles over HTML, is replaced by one request that ends with the signal; a callback
 * that throws is not called again; and what it writes waits on a stage, so that an operation which was given up can't
 * sign anybody in or out.
 */
export const runLibrary = <Result>(
  settings: IdentitySettings,
  storage: DeviceStorage,
  signal: AbortSignal,
  run: (library: Library, settle: Settle<Result>) => void,
): Promise<Result> =>
  new Promise<Result>((resolve, reject) => {
    const endpoint = endpointOf(settings);
    const changes = stage(storage);

    const request = (
      operation: string,
      parameters: object,
      callback: (error: unknown, reply?: Record<string, unknown>) => void,
    ) => {
      callCognito(endpoint, operation, parameters, signal)
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
    const user = (username: string) => new CognitoUser({ Username: username, Pool: pool, Storage: changes });
    run({ pool, user, changes }, { resolve, reject });
  });
