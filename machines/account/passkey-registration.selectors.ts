import type { SnapshotFrom } from 'xstate';
import type { IdentityFailure } from './auth.types.ts';
import type { passkeyRegistrationMachine } from './passkey-registration.ts';

type Snapshot = SnapshotFrom<typeof passkeyRegistrationMachine>;

export const isRegistering = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');

/** Returns whether the browser's passkey prompt can still be canceled. */
export const isCancelable = (snapshot: Snapshot): boolean => snapshot.matches('creating');

export const isAdded = (snapshot: Snapshot): boolean => snapshot.matches('added');

/** Returns whether the new passkey can't be used yet, because sign-in also asks for a code. */
export const needsCode = ({ context: { answer } }: Snapshot): boolean =>
  answer?.outcome === 'done' && 'needsCode' in answer && answer.needsCode;

/** Returns why no passkey was added, or null if one was added or the registration is in progress. */
export const selectRegistrationFailure = (snapshot: Snapshot): IdentityFailure | null => {
  if (!snapshot.matches('refused')) return null;
  const { answer } = snapshot.context;
  return answer?.outcome === 'refused' ? answer.failure : { name: 'unknown', message: '' };
};
