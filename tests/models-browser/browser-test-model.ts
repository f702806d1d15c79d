import type { AnyMachineSnapshot, AnyStateMachine, EmittedFrom, EventObject, SnapshotFrom } from 'xstate';
import type { EventCase, TestModel } from '#tests/models/test-model.ts';
import type { TestPath } from '#tests/models/test-path.ts';
import type { Driver } from './driver.ts';

export interface EventExecutor<Machine extends AnyStateMachine> {
  /** Whether this state allows it. Defaults to always. */
  readonly when?: (before: SnapshotFrom<Machine>) => boolean;
  /** Runs before the previous step, for example to choose a wrong password. */
  readonly prepare?: (driver: Driver) => Promise<void>;
  /** The state before it is too short to see, so nothing is asserted there. */
  readonly immediate?: boolean;
  readonly execute: (driver: Driver, before: SnapshotFrom<Machine>) => Promise<void>;
}

type StateAssertion<Machine extends AnyStateMachine> = (
  driver: Driver,
  snapshot: SnapshotFrom<Machine>,
) => Promise<void>;

/** A method type, so that the assertions of all machines are assignable. */
type EmittedEventAssertion<Machine extends AnyStateMachine, Emitted extends EventObject> = {
  assert(driver: Driver, emitted: Emitted, snapshot: SnapshotFrom<Machine>): Promise<void>;
}['assert'];

type EmittedEventAssertions<Machine extends AnyStateMachine> = {
  readonly [Type in EmittedFrom<Machine>['type']]: EmittedEventAssertion<
    Machine,
    Extract<EmittedFrom<Machine>, { readonly type: Type }>
  >;
};

export interface BrowserTestModel<Machine extends AnyStateMachine, CaseName extends string = string> {
  readonly model: TestModel<Machine>;
  /** By the name of each start. Prepares everything the whole path needs. */
  readonly starts: Readonly<Record<string, (driver: Driver, path: TestPath) => Promise<void>>>;
  /** By the name of an event case. The browser can't execute the missing ones. */
  readonly eventExecutors: Readonly<Partial<Record<CaseName, EventExecutor<Machine>>>>;
  /** By a state's path, such as `list.failed`. */
  readonly stateAssertions: Readonly<Record<string, StateAssertion<Machine>>>;
  readonly emittedEventAssertions: EmittedEventAssertions<Machine>;
  readonly assertAtEnd?: (driver: Driver) => Promise<void>;
  /** Transitions that a browser can't cause, with the reason. */
  readonly exempt: Readonly<Record<string, string>>;
  /** Whether the services can support the whole path. Defaults to always. */
  readonly isFeasible?: (path: TestPath) => boolean;
}

export interface AnyBrowserTestModel
  extends Omit<BrowserTestModel<AnyStateMachine>, 'emittedEventAssertions'> {
  readonly emittedEventAssertions: Readonly<
    Record<string, EmittedEventAssertion<AnyStateMachine, EventObject>>
  >;
}

/** Checks a model's types at its definition, then erases them for code that handles all models. */
export const defineBrowserTestModel = <Machine extends AnyStateMachine>(
  testModel: BrowserTestModel<Machine>,
): AnyBrowserTestModel => testModel;

export const hasExecutor = (
  { eventExecutors }: AnyBrowserTestModel,
  { name }: EventCase,
  before: AnyMachineSnapshot,
): boolean => {
  const executor = eventExecutors[name];
  return executor !== undefined && executor.when?.(before) !== false;
};

export const isExecutable = (testModel: AnyBrowserTestModel, path: TestPath): boolean =>
  (testModel.isFeasible === undefined || testModel.isFeasible(path)) &&
  path.steps.every(({ eventCase, before }) => hasExecutor(testModel, eventCase, before));
