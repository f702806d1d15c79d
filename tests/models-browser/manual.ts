import type { AnyStateMachine, EmittedFrom, EventObject, SnapshotFrom } from 'xstate';
import type { ModelSpec } from '#tests/models/model.ts';
import type { Rehearsal } from '#tests/models/rehearse.ts';
import type { Hands } from './hands.ts';

/** How a person, or the world, brings an event about. */
export interface Gesture<Machine extends AnyStateMachine> {
  /** Whether there is a way to, in this state; always, when left out. */
  readonly when?: (before: SnapshotFrom<Machine>) => boolean;
  /** What has to be arranged already before the step before it, such as that a wrong password will be typed. */
  readonly prepare?: (hands: Hands) => Promise<void>;
  /** It comes so fast that nobody sees what was waited in: nobody looks between the step before it and this one. */
  readonly fleeting?: boolean;
  readonly perform: (hands: Hands, before: SnapshotFrom<Machine>) => Promise<void>;
}

/** What a person sees in a state. */
export type Sighting<Machine extends AnyStateMachine> = (
  hands: Hands,
  snapshot: SnapshotFrom<Machine>,
) => Promise<void>;

/**
 * What a person is told when the machine tells it to others: a toast, another page. Typed as a method, so that all
 * tidings can be treated alike.
 */
export type Tiding<Machine extends AnyStateMachine, Told extends EventObject> = {
  hear(hands: Hands, told: Told, snapshot: SnapshotFrom<Machine>): Promise<void>;
}['hear'];

/** What a person is told, by the type of what the machine emits. Nothing may be left out. */
export type Tidings<Machine extends AnyStateMachine> = {
  readonly [Type in EmittedFrom<Machine>['type']]: Tiding<
    Machine,
    Extract<EmittedFrom<Machine>, { readonly type: Type }>
  >;
};

/** How a machine is walked through its real screens. */
export interface ManualSpec<Machine extends AnyStateMachine> {
  readonly model: ModelSpec<Machine>;
  /** By the words of each start: how it comes to that, and what has to be arranged for a whole path. */
  readonly starts: Readonly<Record<string, (hands: Hands, path: Rehearsal) => Promise<void>>>;
  /** By the words of a stimulus. What is not here is never done in a browser. */
  readonly gestures: Readonly<Record<string, Gesture<Machine>>>;
  /** By the path of a state, such as `list.failed`. */
  readonly sightings: Readonly<Record<string, Sighting<Machine>>>;
  readonly tidings: Tidings<Machine>;
  /** Transitions that a browser cannot cause, with the reason. */
  readonly exempt: Readonly<Record<string, string>>;
  /** Whether the services can play their part in a whole path; always, when left out. */
  readonly isCausable?: (rehearsal: Rehearsal) => boolean;
}

/** A manual where all are treated alike. */
export interface Manual extends Omit<ManualSpec<AnyStateMachine>, 'tidings'> {
  readonly tidings: Readonly<Record<string, Tiding<AnyStateMachine, EventObject>>>;
}

/** Keeps a manual's types while it is written down, and forgets them where all manuals are treated alike. */
export const manualOf = <Machine extends AnyStateMachine>(spec: ManualSpec<Machine>): Manual => spec;
