import type { AnyStateMachine, EventFromLogic, EventObject, InputFrom, SnapshotFrom } from 'xstate';

/** Something that can happen to a machine. The machine gets `event`, and paths show `name`. */
export type EventCase = { readonly name: string; readonly event: EventObject } & (
  | { readonly kind: 'event' }
  | { readonly kind: 'answer'; readonly invocation: string; readonly output: unknown }
  | { readonly kind: 'failure'; readonly invocation: string }
  | { readonly kind: 'timer'; readonly milliseconds: number }
);

/** A named start, and the event cases that follow. */
export interface Path {
  readonly start: string;
  readonly eventCases: readonly EventCase[];
}

export interface StartedInvocation {
  readonly id: string;
  readonly input: unknown;
}

export interface TestStep<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly before: SnapshotFrom<Machine>;
  readonly eventCase: EventCase;
  /** The state after the step, which has an output if the machine is done. */
  readonly after: SnapshotFrom<Machine>;
  readonly emitted: readonly EventObject[];
  /** Events sent to the parent. */
  readonly sent: readonly EventObject[];
  readonly begun: readonly string[];
  /** All invocations since the actor started, oldest first. */
  readonly started: readonly StartedInvocation[];
  /** The invocation's output, a new object each time. Undefined for event cases of other kinds. */
  readonly answer: unknown;
  /** Names of all transitions taken so far. */
  readonly taken: readonly string[];
}

/** A path that the machine has taken. */
export interface TestPath {
  readonly start: string;
  readonly initial: SnapshotFrom<AnyStateMachine>;
  readonly steps: readonly TestStep[];
}

type Outcomes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A machine, with the event payloads and invocation outputs that drive it in path tests. Their names describe
 * the steps of a path.
 */
export interface TestModel<
  Machine extends AnyStateMachine,
  EventName extends string = string,
  OutcomesById extends Outcomes = Outcomes,
> {
  readonly name: string;
  readonly machine: Machine;
  /** The machine's inputs, by the name of each start. */
  readonly starts: Readonly<Record<string, InputFrom<Machine>>>;
  readonly events: Readonly<Record<EventName, EventFromLogic<Machine>>>;
  /** Named outputs of each invocation, by invocation id. Every invocation can also fail. */
  readonly outcomes: OutcomesById;
  /** Returns whether an event case can happen in this state. By default, all can. */
  when?(eventCase: EventCase, before: SnapshotFrom<Machine>): boolean;
  /** Texts in events and outputs that snapshots must never contain, such as a password. */
  readonly secrets: readonly string[];
  /** Returns the context values that guards read. States with different values are distinct. */
  serializeState(snapshot: SnapshotFrom<Machine>): string;
  /** Describes the context in a few words for the table of expected steps, without payloads. */
  formatSnapshot(snapshot: SnapshotFrom<Machine>): readonly string[];
  /** Conditions that are true after every step, by name. */
  readonly invariant: Readonly<Record<string, (step: TestStep<Machine>) => boolean>>;
}

export type AnyTestModel = TestModel<AnyStateMachine>;

export type EventCaseName<Model extends Pick<AnyTestModel, 'events' | 'outcomes'>> =
  | (keyof Model['events'] & string)
  | {
      [Id in keyof Model['outcomes'] & string]:
        | `${Id} answers: ${keyof Model['outcomes'][Id] & string}`
        | `${Id} fails`;
    }[keyof Model['outcomes'] & string]
  | `${string} has passed`;

/** Creates a model. Checks its types here, and erases them for code that handles all models. */
export const createTestModel = <
  Machine extends AnyStateMachine,
  EventName extends string,
  OutcomesById extends Outcomes,
>(
  model: TestModel<Machine, EventName, OutcomesById>,
): TestModel<Machine, EventName, OutcomesById> => model;

export const pathOf = ({ start, steps }: TestPath): Path => ({
  start,
  eventCases: steps.map(({ eventCase }) => eventCase),
});

export const caseNamesOf = ({ steps }: TestPath): readonly string[] =>
  steps.map(({ eventCase }) => eventCase.name);

export const descriptionOf = ({ start, eventCases }: Path): string =>
  [start, ...eventCases.map(({ name }) => name)].join(' → ');

/** Returns a field of an invocation's output, or undefined if the output lacks it. */
export const partOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;

export const outcomeOf = (answer: unknown): unknown => partOf(answer, 'outcome');

/** Returns whether the machine ignored the event. */
export const isIgnored = ({
  before,
  after,
  emitted,
}: Pick<TestStep, 'before' | 'after' | 'emitted'>): boolean =>
  emitted.length === 0 &&
  after.context === before.context &&
  JSON.stringify(after.value) === JSON.stringify(before.value);
