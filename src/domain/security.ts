/** A browser or app that the customer signed in with. */
export interface Device {
  readonly id: string;
  /** The device's own name; empty if it has none. */
  readonly name: string;
  /** Whether it is this device. Forgetting it ends the session here. */
  readonly current: boolean;
}

/** `secondary`: sign-in asks for another code first, or the customer chooses. */
export type AuthenticatorUse = 'off' | 'on' | 'secondary';

/** A key on a device, or on a security key, that signs the customer in without a password. */
export interface Passkey {
  readonly id: string;
  /** The service's name for its device or provider; empty if it has none. */
  readonly name: string;
  readonly isSecurityKey: boolean;
  /** In milliseconds since the epoch. */
  readonly addedAt: number;
  /** Whether this device is known to have it. */
  readonly here: boolean;
}
