import type { ProfileChanges } from '#domain/profile.ts';
import type { AuthenticatorUse, Device, Passkey } from '#domain/security.ts';
import type { IdentityResult } from '#machines/account/auth.types.ts';
import type { PasskeyUse } from '#machines/account/passkey-registration.types.ts';

export interface Devices {
  /** Lists the customer's devices, the current one first. */
  listDevices(): Promise<IdentityResult<{ readonly devices: readonly Device[] }>>;
  /** Forgets a device and ends its sessions. For the current device, also signs out here. */
  forgetDevice(input: { readonly id: string }): Promise<IdentityResult>;
}

export interface Authenticator {
  read(): Promise<IdentityResult<{ readonly use: AuthenticatorUse }>>;
  /** Creates a secret. It takes effect when `turnOn` receives a code generated from it. */
  createSecret(): Promise<IdentityResult<{ readonly secret: string }>>;
  turnOn(input: { readonly code: string }): Promise<IdentityResult>;
  /** Stops asking for codes at sign-in, if the password is correct. */
  turnOff(input: { readonly password: string }): Promise<IdentityResult>;
}

export interface Passkeys {
  /** Lists the passkeys, newest first, up to the service's limit of 20. */
  list(signal?: AbortSignal): Promise<IdentityResult<{ readonly passkeys: readonly Passkey[] }>>;
  /** Asks the browser to create a passkey, and keeps it for `save`. */
  create(signal?: AbortSignal): Promise<IdentityResult>;
  /** Registers the passkey from `create` with the service. */
  save(): Promise<IdentityResult<PasskeyUse>>;
  /** Lets passkeys sign in without the code that sign-in would ask for. */
  replaceCode(): Promise<IdentityResult<PasskeyUse>>;
  /** Checks the password unless it's null. Refuses null with `field-empty` for the last passkey. */
  remove(input: { readonly id: string; readonly password: string | null }): Promise<IdentityResult>;
}

/** Operations on the Profile page. */
export interface Profile {
  /** Saves the changes, and fetches an ID token that has them. */
  save(changes: ProfileChanges): Promise<IdentityResult>;
  /** Other devices stay signed in. */
  changePassword(input: { readonly current: string; readonly next: string }): Promise<IdentityResult>;
  /** Ends the user's sessions at the service. The caller then signs out here. */
  signOutEverywhere(): Promise<IdentityResult>;
  /** Called after a deletion. The caller then signs out here. */
  noteDeleted(): void;
  /** Ends this session. The customer signs in again and returns to this page. */
  signInAgain(): void;
}

/** Operations on the Security and Profile pages. */
export interface Security {
  readonly authenticator: Authenticator;
  /** Returns true once after each password sign-in on this page. */
  readonly consumePasskeyOffer: () => boolean;
  /** Loads the code for passkeys. Rejects if loading fails; the next call retries. */
  readonly loadPasskeys: () => Promise<Passkeys>;
  /** Loads the code for the profile. Rejects if loading fails; the next call retries. */
  readonly loadProfile: () => Promise<Profile>;
}
