import type { AnyStateMachine, EventFromLogic, EventObject, InputFrom, SnapshotFrom } from 'xstate';
import type { Stimulus } from './stimuli.ts';

/** An invocation as it was started during a walk. */
export interface StartedInvocation {
  readonly id: string;
  readonly input: unknown;
}

/** One stimulus and what the machine made of it. */
export interface Step<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly before: SnapshotFrom<Machine>;
  readonly stimulus: Stimulus;
  readonly after: SnapshotFrom<Machine>;
  readonly emitted: readonly EventObject[];
  /** Every invocation since the actor began, oldest first. */
  readonly started: readonly StartedInvocation[];
  /** What an invocation answered with, each time an object of its own; undefined for any other stimulus. */
  readonly answer: unknown;
}

/** What holds at each step of each walk, whatever led there. Its name is the sentence that it promises. */
export type Promises<Machine extends AnyStateMachine> = Readonly<
  Record<string, (step: Step<Machine>) => boolean>
>;

/**
 * What walking a machine needs beside its chart: payloads for its events, answers for its invocations. The names of both
 * are the words in which a walk is told.
 */
export interface ModelSpec<Machine extends AnyStateMachine> {
  readonly name: string;
  readonly machine: Machine;
  /** The inputs that it can begin with. */
  readonly starts: Readonly<Record<string, InputFrom<Machine>>>;
  /** One or more of each event. */
  readonly events: Readonly<Record<string, EventFromLogic<Machine>>>;
  /** By the id of an invocation, what it can answer. That it fails is understood. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What of the context decides a guard: states that differ in it are walked apart. */
  forks(snapshot: SnapshotFrom<Machine>): string;
  /** What the context says, in a few words for the table of expectations. Holds no payload. */
  facts(snapshot: SnapshotFrom<Machine>): readonly string[];
  readonly promises: Promises<Machine>;
}

export type Model = ModelSpec<AnyStateMachine>;

/** Keeps a model's types while it is written down, and forgets them where all models are treated alike. */
export const modelOf = <Machine extends AnyStateMachine>(spec: ModelSpec<Machine>): ModelSpec<Machine> =>
  spec;
