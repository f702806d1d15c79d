import type { AnyStateMachine, EventFromLogic, EventObject, InputFrom, SnapshotFrom } from 'xstate';

/** Something that can happen to a machine. The chart takes `event`; paths show `name`. */
export type EventCase = { readonly name: string; readonly event: EventObject } & (
  | { readonly kind: 'event' }
  | { readonly kind: 'answer'; readonly invocation: string; readonly output: unknown }
  | { readonly kind: 'failure'; readonly invocation: string }
  | { readonly kind: 'timer'; readonly milliseconds: number }
);

/** A start and the event cases that follow. */
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
  /** Has an output if the machine has ended. */
  readonly after: SnapshotFrom<Machine>;
  readonly emitted: readonly EventObject[];
  /** Events to the parent. */
  readonly sent: readonly EventObject[];
  readonly begun: readonly string[];
  /** Every invocation since the actor started, oldest first. */
  readonly started: readonly StartedInvocation[];
  /** An invocation's output, a new object each time. Undefined for other event cases. */
  readonly answer: unknown;
  /** All transitions taken so far, by name. */
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
 * Adds to the chart what path tests need: payloads for events and outputs for invocations.
 * Their names describe the steps of a path.
 */
export interface TestModel<
  Machine extends AnyStateMachine,
  EventName extends string = string,
  OutcomesById extends Outcomes = Outcomes,
> {
  readonly name: string;
  readonly machine: Machine;
  /** Inputs by the names of their starts. */
  readonly starts: Readonly<Record<string, InputFrom<Machine>>>;
  readonly events: Readonly<Record<EventName, EventFromLogic<Machine>>>;
  /** Possible outputs by invocation id. Every invocation can also fail. */
  readonly outcomes: OutcomesById;
  /** Rules out outputs that an invocation can't have in this state. */
  when?(eventCase: EventCase, before: SnapshotFrom<Machine>): boolean;
  /** Texts in events and outputs that no snapshot may contain, such as a password. */
  readonly secrets: readonly string[];
  /** The parts of the context that guards read. States with different values count as distinct. */
  serializeState(snapshot: SnapshotFrom<Machine>): string;
  /** A few words for the table of expectations, without payloads. */
  formatSnapshot(snapshot: SnapshotFrom<Machine>): readonly string[];
  /** Conditions that hold after every step, by name. */
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

/** Checks a model's types at its definition, then erases them for code that handles all models. */
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

/** A part of an answer; undefined if it has none. */
export const partOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;

export const outcomeOf = (answer: unknown): unknown => partOf(answer, 'outcome');

/** Whether the machine ignored the event. */
export const isIgnored = ({
  before,
  after,
  emitted,
}: Pick<TestStep, 'before' | 'after' | 'emitted'>): boolean =>
  emitted.length === 0 &&
  after.context === before.context &&
  JSON.stringify(after.value) === JSON.stringify(before.value);
