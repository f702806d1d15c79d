import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { ModelSpec } from '#tests/models/model.ts';
import type { Rehearsal } from '#tests/models/rehearse.ts';
import type { Hands } from './hands.ts';

/** How a person, or the world, brings an event about. */
export interface Gesture<Machine extends AnyStateMachine> {
  /** Whether there is a way to, in this state; always, when left out. */
  readonly when?: (before: SnapshotFrom<Machine>) => boolean;
  readonly perform: (hands: Hands, before: SnapshotFrom<Machine>) => Promise<void>;
}

/** What a person sees in a state. */
export type Sighting<Machine extends AnyStateMachine> = (
  hands: Hands,
  snapshot: SnapshotFrom<Machine>,
) => Promise<void>;

/** How a machine is walked through its real screens. */
export interface ManualSpec<Machine extends AnyStateMachine> {
  readonly model: ModelSpec<Machine>;
  /** By the words of each start: how it comes to that. */
  readonly starts: Readonly<Record<string, (hands: Hands) => Promise<void>>>;
  /** By the words of a stimulus. What is not here is never done in a browser. */
  readonly gestures: Readonly<Record<string, Gesture<Machine>>>;
  /** By the path of a state, such as `list.failed`. */
  readonly sightings: Readonly<Record<string, Sighting<Machine>>>;
  /** Transitions that a browser cannot cause, with the reason. */
  readonly exempt: Readonly<Record<string, string>>;
  /** Whether the services can play their part in a whole path; always, when left out. */
  readonly isCausable?: (rehearsal: Rehearsal) => boolean;
}

export type Manual = ManualSpec<AnyStateMachine>;

/** Keeps a manual's types while it is written down. */
export const manualOf = <Machine extends AnyStateMachine>(spec: ManualSpec<Machine>): ManualSpec<Machine> =>
  spec;
