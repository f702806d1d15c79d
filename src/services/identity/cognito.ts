import { AuthenticationDetails, CognitoRefreshToken, CognitoUserAttribute } from 'amazon-cognito-identity-js';
import type { Credentials, Registration } from '#machines/auth.types.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { StagedStorage } from '#services/storage/staged-storage.ts';
import { type Library, runLibrary, type Settle } from './library.ts';
import type { Session } from './session.ts';
import type { IdentitySettings } from './settings.ts';

/**
 * The operations of the user pool, each called once. They throw what failures.ts names. Those that change the
 * session answer with the changes, which are the caller's to commit.
 */
export interface Cognito {
  signUp(registration: Registration, signal: AbortSignal): Promise<void>;
  confirmSignUp(input: { readonly email: string; readonly code: string }, signal: AbortSignal): Promise<void>;
  resendSignUpCode(input: { readonly email: string }, signal: AbortSignal): Promise<void>;
  sendResetCode(input: { readonly email: string }, signal: AbortSignal): Promise<void>;
  resetPassword(
    input: { readonly email: string; readonly code: string; readonly password: string },
    signal: AbortSignal,
  ): Promise<void>;
  signIn(credentials: Credentials, signal: AbortSignal): Promise<StagedStorage>;
  refresh(session: Session, signal: AbortSignal): Promise<StagedStorage>;
  /** Revokes the session at the service. */
  revoke(session: Session, signal: AbortSignal): Promise<void>;
}

/** Email and phone always; names only if provided. */
const attributesOf = ({ email, phone, firstName, lastName }: Registration): CognitoUserAttribute[] => {
  const [given, family] = [firstName.trim(), lastName.trim()];
  const values = {
    email,
    phone_number: phone,
    given_name: given,
    family_name: family,
    name: [given, family].filter(Boolean).join(' '),
  };
  return Object.entries(values)
    .filter(([name, value]) => value !== '' || name === 'email' || name === 'phone_number')
    .map(([Name, Value]) => new CognitoUserAttribute({ Name, Value }));
};

/** Makes the operations over amazon-cognito-identity-js. This module carries the library: load it when it is needed. */
export const createCognito = (settings: IdentitySettings, storage: DeviceStorage): Cognito => {
  const operate = <Result>(
    signal: AbortSignal,
    run: (library: Library, settle: Settle<Result>) => void,
  ): Promise<Result> => runLibrary(settings, storage, signal, run);

  const onceDone =
    (settle: Settle<void>) =>
    (error?: unknown): void =>
      error ? settle.reject(error) : settle.resolve();

  const onceChanged =
    (settle: Settle<StagedStorage>, changes: StagedStorage) =>
    (error?: unknown): void =>
      error ? settle.reject(error) : settle.resolve(changes);

  return {
    signUp: (registration, signal) =>
      operate(signal, ({ pool }, settle) =>
        pool.signUp(
          registration.email,
          registration.password,
          attributesOf(registration),
          [],
          onceDone(settle),
        ),
      ),
    confirmSignUp: ({ email, code }, signal) =>
      operate(signal, ({ user }, settle) => user(email).confirmRegistration(code, false, onceDone(settle))),
    resendSignUpCode: ({ email }, signal) =>
      operate(signal, ({ user }, settle) => user(email).resendConfirmationCode(onceDone(settle))),
    sendResetCode: ({ email }, signal) =>
      operate(signal, ({ user }, settle) =>
        user(email).forgotPassword({ onSuccess: () => settle.resolve(), onFailure: settle.reject }),
      ),
    resetPassword: ({ email, code, password }, signal) =>
      operate(signal, ({ user }, settle) =>
        user(email).confirmPassword(code, password, {
          onSuccess: () => settle.resolve(),
          onFailure: settle.reject,
        }),
      ),
    signIn: ({ email, password }, signal) =>
      operate(signal, ({ user, changes }, settle) =>
        user(email).authenticateUser(new AuthenticationDetails({ Username: email, Password: password }), {
          onSuccess: () => settle.resolve(changes),
          onFailure: settle.reject,
        }),
      ),
    refresh: ({ username, refreshToken }, signal) =>
      operate(signal, ({ user, changes }, settle) =>
        user(username).refreshSession(
          new CognitoRefreshToken({ RefreshToken: refreshToken }),
          onceChanged(settle, changes),
        ),
      ),
    revoke: ({ username }, signal) =>
      operate(signal, ({ user }, settle) => user(username).signOut(onceDone(settle))),
  };
};
