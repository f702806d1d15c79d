import type { IdentityFailure } from '#machines/account/auth.types.ts';

export const devicesTexts = {
  title: 'Devices',
  loading: 'Loading your devices...',
  empty: 'No devices are remembered for your account.',
  list: 'Your devices',
  unnamed: 'Unnamed device',
  current: 'This device. Removing it signs you out here.',
  forget: 'Remove',
  /** The accessible name of `forget`. */
  forgetName: (name: string) => `Remove ${name}`,
} as const;

export const devicesFailureText = ({ message }: IdentityFailure): string =>
  message || 'Your devices could not be loaded.';

export const forgetFailureText = ({ message }: IdentityFailure): string =>
  message || 'The device could not be removed.';
