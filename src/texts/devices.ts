import type { IdentityFailure } from '#machines/account/auth.types.ts';

export const devicesTexts = {
  title: 'Devices',
  loading: 'Loading your devices…',
  empty: 'Your account has no remembered devices.',
  list: 'Your devices',
  unnamed: 'Unnamed device',
  current: 'This device. Removing it signs you out here.',
  forget: 'Remove',
  /** Accessible name of the `forget` button. */
  forgetName: (name: string) => `Remove ${name}`,
} as const;

export const devicesFailureText = ({ message }: IdentityFailure): string =>
  message || "We couldn't load your devices.";

export const forgetFailureText = ({ message }: IdentityFailure): string =>
  message || "We couldn't remove the device.";
