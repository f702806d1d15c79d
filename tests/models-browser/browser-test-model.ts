import type { AnyMachineSnapshot, AnyStateMachine, EmittedFrom, EventObject, SnapshotFrom } from 'xstate';
import type { EventCase, TestModel } from '#tests/models/test-model.ts';
import type { TestPath } from '#tests/models/test-path.ts';
import type { Driver } from './driver.ts';

/** Brings an event about as a visitor, a service or another tab does. */
export interface EventExecutor<Machine extends AnyStateMachine> {
  /** Whether there is a way to, in this state; always, when left out. */
  readonly when?: (before: SnapshotFrom<Machine>) => boolean;
  /** What has to be arranged already before the step before it, such as that a wrong password will be typed. */
  readonly prepare?: (driver: Driver) => Promise<void>;
  /** It follows so fast that the state before it can't be seen: nothing is asserted between that step and this one. */
  readonly immediate?: boolean;
  readonly execute: (driver: Driver, before: SnapshotFrom<Machine>) => Promise<void>;
}

/** Asserts what the page shows in a state. */
type StateAssertion<Machine extends AnyStateMachine> = (
  driver: Driver,
  snapshot: SnapshotFrom<Machine>,
) => Promise<void>;

/**
 * Asserts what the page shows of an emitted event: a toast, another page. Typed as a method, so that the assertions of
 * all machines can be treated alike.
 */
type EmittedEventAssertion<Machine extends AnyStateMachine, Emitted extends EventObject> = {
  assert(driver: Driver, emitted: Emitted, snapshot: SnapshotFrom<Machine>): Promise<void>;
}['assert'];

/** By the type of an event that a machine emits. Nothing may be left out. */
type EmittedEventAssertions<Machine extends AnyStateMachine> = {
  readonly [Type in EmittedFrom<Machine>['type']]: EmittedEventAssertion<
    Machine,
    Extract<EmittedFrom<Machine>, { readonly type: Type }>
  >;
};

/** What the paths of a test model need to be executed through the real screens. */
export interface BrowserTestModel<Machine extends AnyStateMachine, CaseName extends string = string> {
  readonly model: TestModel<Machine>;
  /** By the name of each start: how it comes to that, and what has to be arranged for a whole path. */
  readonly starts: Readonly<Record<string, (driver: Driver, path: TestPath) => Promise<void>>>;
  /** By the name of an event case. What is not here is never executed in a browser. */
  readonly eventExecutors: Readonly<Partial<Record<CaseName, EventExecutor<Machine>>>>;
  /** By the path of a state, such as `list.failed`. */
  readonly stateAssertions: Readonly<Record<string, StateAssertion<Machine>>>;
  readonly emittedEventAssertions: EmittedEventAssertions<Machine>;
  /** Asserts what must be true at the end of each path. */
  readonly assertAtEnd?: (driver: Driver) => Promise<void>;
  /** Transitions that a browser cannot cause, with the reason. */
  readonly exempt: Readonly<Record<string, string>>;
  /** Whether the services can play their part in a whole path; always, when left out. */
  readonly isFeasible?: (path: TestPath) => boolean;
}

/** A browser test model where all are treated alike. */
export interface AnyBrowserTestModel
  extends Omit<BrowserTestModel<AnyStateMachine>, 'emittedEventAssertions'> {
  readonly emittedEventAssertions: Readonly<
    Record<string, EmittedEventAssertion<AnyStateMachine, EventObject>>
  >;
}

/** Keeps a model's types while it is written down, and forgets them where all models are treated alike. */
export const defineBrowserTestModel = <Machine extends AnyStateMachine>(
  testModel: BrowserTestModel<Machine>,
): AnyBrowserTestModel => testModel;

/** Whether there is a way to cause an event case in this state. */
export const hasExecutor = (
  { eventExecutors }: AnyBrowserTestModel,
  { name }: EventCase,
  before: AnyMachineSnapshot,
): boolean => {
  const executor = eventExecutors[name];
  return executor !== undefined && executor.when?.(before) !== false;
};

/** Whether each step can be executed where it stands, and the services can play their part in all of them. */
export const isExecutable = (testModel: AnyBrowserTestModel, path: TestPath): boolean =>
  (testModel.isFeasible === undefined || testModel.isFeasible(path)) &&
  path.steps.every(({ eventCase, before }) => hasExecutor(testModel, eventCase, before));
