import type { SnapshotFrom } from 'xstate';
import type { TopUp } from '../contract/top-up.ts';
import type { topUpMachine } from './top-up.ts';
import type { TopUpContext } from './top-up.types.ts';

export type TopUpSnapshot = SnapshotFrom<typeof topUpMachine>;

export const selectTopUp = (snapshot: TopUpSnapshot): TopUp | null => snapshot.context.topUp;

/** The card that is charged, also while top-up is paused. Null if it is off. */
export const selectChargedCardId = ({ context: { topUp } }: TopUpSnapshot): string | null =>
  topUp === null || topUp.state === 'off' ? null : topUp.card_id;

export const selectHasOpenCharge = ({ context: { topUp } }: TopUpSnapshot): boolean =>
  topUp !== null && topUp.open_charge !== null;

/** What the page shows. A loaded top-up stays while it loads again. */
export const selectTopUpView = (snapshot: TopUpSnapshot): 'loading' | 'failed' | 'loaded' => {
  if (snapshot.context.topUp !== null) return 'loaded';
  return snapshot.matches({ shown: 'failed' }) ? 'failed' : 'loading';
};

/** Whether what the page shows could not be loaded again. */
export const isStale = (snapshot: TopUpSnapshot): boolean => snapshot.matches({ shown: 'failed' });

export const isChanging = (snapshot: TopUpSnapshot): boolean => snapshot.hasTag('busy');

export const isSaving = (snapshot: TopUpSnapshot): boolean => snapshot.matches('saving');

export const isTurningOff = (snapshot: TopUpSnapshot): boolean => snapshot.matches('turning-off');

export const selectTopUpFailure = (snapshot: TopUpSnapshot): TopUpContext['failure'] =>
  snapshot.context.failure;

export const selectTopUpDone = (snapshot: TopUpSnapshot): TopUpContext['done'] => snapshot.context.done;
