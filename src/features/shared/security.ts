import type { AuthenticatorUse, Device, Passkey } from '#domain/security.ts';
import type { IdentityResult } from '#machines/account/auth.types.ts';
import type { PasskeyUse } from '#machines/account/passkey-registration.types.ts';

export interface Devices {
  /** Returns this device first. */
  listDevices(): Promise<IdentityResult<{ readonly devices: readonly Device[] }>>;
  /** Forgets a device and ends its sessions. For this device, the session ends here. */
  forgetDevice(input: { readonly id: string }): Promise<IdentityResult>;
}

export interface Authenticator {
  read(): Promise<IdentityResult<{ readonly use: AuthenticatorUse }>>;
  /** Creates a secret. It takes effect after `turnOn` with a code generated from it. */
  createSecret(): Promise<IdentityResult<{ readonly secret: string }>>;
  turnOn(input: { readonly code: string }): Promise<IdentityResult>;
  /** With the right password, sign-in stops asking for codes. */
  turnOff(input: { readonly password: string }): Promise<IdentityResult>;
}

export interface Passkeys {
  /** Returns the newest first, and at most 20, the service's limit. */
  list(signal?: AbortSignal): Promise<IdentityResult<{ readonly passkeys: readonly Passkey[] }>>;
  /** Lets the browser create a passkey, and keeps it for `save`. */
  create(signal?: AbortSignal): Promise<IdentityResult>;
  /** Registers what `create` made. */
  save(): Promise<IdentityResult<PasskeyUse>>;
  /** Lets passkeys sign in without the code that the sign-in would ask for. */
  replaceCode(): Promise<IdentityResult<PasskeyUse>>;
  /** Checks the password first, unless it is null. Null is refused with `field-empty` for the last one. */
  remove(input: { readonly id: string; readonly password: string | null }): Promise<IdentityResult>;
}

/** What the Security page changes. */
export interface Security {
  readonly authenticator: Authenticator;
  /** True once after each sign-in with a password on this page. */
  readonly consumePasskeyOffer: () => boolean;
  /** Rejects if the code doesn't load; the next call tries again. */
  readonly loadPasskeys: () => Promise<Passkeys>;
}
