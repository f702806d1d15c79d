import type { Credentials, Registration } from '#machines/account/auth.types.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { StagedStorage } from '#services/storage/staged-storage.ts';
import type { Reply } from './client.ts';
import type { IdentitySettings } from './environment.ts';
import type { Session } from './stored-session.ts';

export type Addressee = Pick<Credentials, 'email'>;

export interface SubmittedCode extends Addressee {
  readonly code: string;
}

/**
 * Resolves with what to store. Only the caller commits it, so an abandoned operation changes no session.
 * Sends each request once.
 * @throws {ProviderError} for a refusal, {@link UnavailableError} if aborted or without a readable reply
 */
type Operation<Input> = (input: Input, signal: AbortSignal) => Promise<StagedStorage>;

/** What an identity library does for this app. `identityAdapterSuite` tests it. */
export interface IdentityAdapter {
  readonly signUp: Operation<Registration>;
  readonly confirmSignUp: Operation<SubmittedCode>;
  readonly resendSignUpCode: Operation<Addressee>;
  readonly sendResetCode: Operation<Addressee>;
  readonly resetPassword: Operation<SubmittedCode & Credentials>;
  /**
   * Proves the password by SRP, and this device if it is remembered.
   * @throws {ChallengeError} for a challenge that needs the user. A device that the service no longer knows
   * is then already removed from the storage.
   */
  readonly signIn: Operation<Credentials>;
  /**
   * Continues from the reply to a challenge: tokens, or a challenge about this device.
   * @param username the service's name for the user
   */
  completeSignIn(username: string, answered: Reply, signal: AbortSignal): Promise<StagedStorage>;
  /** Revokes the refresh token that the storage has. */
  readonly revoke: Operation<Pick<Session, 'username'>>;
}

export type CreateIdentityAdapter = (settings: IdentitySettings, storage: DeviceStorage) => IdentityAdapter;
