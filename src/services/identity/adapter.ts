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
 * Resolves with storage changes. Only the caller commits them, so an abandoned operation changes no session.
 * Sends each request once.
 * @throws {ProviderError} for a refusal, {@link UnavailableError} if aborted or the response is unreadable
 */
type Operation<Input> = (input: Input, signal: AbortSignal) => Promise<StagedStorage>;

/** What the app needs from an identity library. `adapter.test.ts` tests it with the local pool. */
export interface IdentityAdapter {
  readonly signUp: Operation<Registration>;
  readonly confirmSignUp: Operation<SubmittedCode>;
  readonly resendSignUpCode: Operation<Addressee>;
  readonly sendResetCode: Operation<Addressee>;
  readonly resetPassword: Operation<SubmittedCode & Credentials>;
  /**
   * Proves the password with SRP, and the device if it is remembered.
   * @throws {ChallengeError} for a challenge that needs the user. A device that the service no longer knows
   * has already been removed from storage.
   */
  readonly signIn: Operation<Credentials>;
  /**
   * Continues a sign-in with the response to a challenge: tokens, or a challenge to prove the device.
   * @param username the service's name for the user, not the email
   */
  completeSignIn(username: string, answered: Reply, signal: AbortSignal): Promise<StagedStorage>;
  /** Revokes the stored refresh token. */
  readonly revoke: Operation<Pick<Session, 'username'>>;
}

export type CreateIdentityAdapter = (settings: IdentitySettings, storage: DeviceStorage) => IdentityAdapter;
