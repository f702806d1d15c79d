import type { SnapshotFrom } from 'xstate';
import type { IdentityFailure } from './auth.types.ts';
import type { passkeyRegistrationMachine } from './passkey-registration.ts';

type Snapshot = SnapshotFrom<typeof passkeyRegistrationMachine>;

export const isRegistering = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');

/** Whether the browser's question can still be canceled. */
export const isCancelable = (snapshot: Snapshot): boolean => snapshot.matches('creating');

export const isAdded = (snapshot: Snapshot): boolean => snapshot.matches('added');

/** Whether the added passkey can't sign in, because the sign-in also asks for a code. */
export const needsCode = ({ context: { answer } }: Snapshot): boolean =>
  answer?.outcome === 'done' && 'needsCode' in answer && answer.needsCode;

/** Why no passkey was added; null if it was, or while it is open. */
export const selectRegistrationFailure = (snapshot: Snapshot): IdentityFailure | null => {
  if (!snapshot.matches('refused')) return null;
  const { answer } = snapshot.context;
  return answer?.outcome === 'refused' ? answer.failure : { name: 'unknown', message: '' };
};
