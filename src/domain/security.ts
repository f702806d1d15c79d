/** A browser or app that the customer signed in with. */
export interface Device {
  readonly id: string;
  /** The device's name; empty if it has none. */
  readonly name: string;
  /** Whether this is the current device. Forgetting it ends the session. */
  readonly current: boolean;
}

/** `secondary` means that sign-in asks for another code first or lets the customer choose. */
export type AuthenticatorUse = 'off' | 'on' | 'secondary';

/** A credential on a device or security key that signs the customer in without a password. */
export interface Passkey {
  readonly id: string;
  /** The identity service's name for the passkey's device or provider; empty if it has none. */
  readonly name: string;
  readonly isSecurityKey: boolean;
  /** In milliseconds since the epoch. */
  readonly addedAt: number;
  /** Whether the passkey is known to be on this device. */
  readonly here: boolean;
}
