import type { AnyStateMachine, EventFromLogic, EventObject, InputFrom, SnapshotFrom } from 'xstate';

/** Something that can happen to a machine. `event` is how the chart knows it; `name` describes it in a path. */
export type EventCase = { readonly name: string; readonly event: EventObject } & (
  | { readonly kind: 'event' }
  | { readonly kind: 'answer'; readonly invocation: string; readonly output: unknown }
  | { readonly kind: 'failure'; readonly invocation: string }
  | { readonly kind: 'timer'; readonly milliseconds: number }
);

/** An invocation as it was started during a walk. */
export interface StartedInvocation {
  readonly id: string;
  readonly input: unknown;
}

/** One event case and what the machine made of it. */
export interface TestStep<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly before: SnapshotFrom<Machine>;
  readonly eventCase: EventCase;
  readonly after: SnapshotFrom<Machine>;
  /** What the machine emitted. */
  readonly emitted: readonly EventObject[];
  /** The ids of the invocations that began with it. */
  readonly begun: readonly string[];
  /** Every invocation since the actor began, oldest first. */
  readonly started: readonly StartedInvocation[];
  /** What an invocation answered with, each time an object of its own; undefined for any other event case. */
  readonly answer: unknown;
}

/** By the id of an invocation, its possible outputs by their names. */
type Outcomes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * What testing a machine by its paths needs beside its chart: payloads for its events, answers for its invocations. The
 * names of both describe the steps of a path.
 */
export interface TestModel<
  Machine extends AnyStateMachine,
  EventName extends string = string,
  OutcomesById extends Outcomes = Outcomes,
> {
  readonly name: string;
  readonly machine: Machine;
  /** The inputs that it can begin with. */
  readonly starts: Readonly<Record<string, InputFrom<Machine>>>;
  /** One or more cases of each event. */
  readonly events: Readonly<Record<EventName, EventFromLogic<Machine>>>;
  /** By the id of an invocation, what it can answer. That it fails is understood. */
  readonly outcomes: OutcomesById;
  /** What of the context decides a guard: states that differ in it are told apart. */
  serializeContext(snapshot: SnapshotFrom<Machine>): string;
  /** What the context says, in a few words for the table of expectations. Holds no payload. */
  describeContext(snapshot: SnapshotFrom<Machine>): readonly string[];
  /** What holds at each step of each path, whatever led there, by its name. */
  readonly invariants: Readonly<Record<string, (step: TestStep<Machine>) => boolean>>;
}

export type AnyTestModel = TestModel<AnyStateMachine>;

/** The names of all event cases of a test model, as {@link eventCasesOf} makes them. */
export type EventCaseName<Model extends Pick<AnyTestModel, 'events' | 'outcomes'>> =
  | (keyof Model['events'] & string)
  | {
      [Id in keyof Model['outcomes'] & string]:
        | `${Id} answers: ${keyof Model['outcomes'][Id] & string}`
        | `${Id} fails`;
    }[keyof Model['outcomes'] & string]
  | `${string} has passed`;

/** Keeps a model's types while it is written down, and forgets them where all models are treated alike. */
export const defineTestModel = <
  Machine extends AnyStateMachine,
  EventName extends string,
  OutcomesById extends Outcomes,
>(
  model: TestModel<Machine, EventName, OutcomesById>,
): TestModel<Machine, EventName, OutcomesById> => model;
