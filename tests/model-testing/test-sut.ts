import type { AnyMachineSnapshot, AnyStateMachine, EmittedFrom, EventObject, SnapshotFrom } from 'xstate';
import { valueText } from '#devtools/chart-text.ts';
import type { AnyTestModel, EventCase, EventCaseName, TestModel, TestPath } from './test-model.ts';
import { takenBy } from './test-paths.ts';

type Execute<Machine extends AnyStateMachine, Driver> = (
  driver: Driver,
  before: SnapshotFrom<Machine>,
) => Promise<void>;

export interface EventExecutor<Machine extends AnyStateMachine, Driver> {
  /** Returns whether the system can execute the event in this state. Default: always. */
  readonly when?: (before: SnapshotFrom<Machine>) => boolean;
  /** Prepares the step before the previous step's event, for example by choosing a wrong password. */
  readonly prepare?: (driver: Driver) => Promise<void>;
  /** Whether the state before the event is too short to see. Tests then don't assert that state. */
  readonly immediate?: boolean;
  readonly execute: Execute<Machine, Driver>;
}

type StateAssertion<Machine extends AnyStateMachine, Driver> = (
  driver: Driver,
  snapshot: SnapshotFrom<Machine>,
) => Promise<void>;

/** An assertion of an emitted event. A method type makes the assertions of all machines assignable. */
type EmittedEventAssertion<Machine extends AnyStateMachine, Driver, Emitted extends EventObject> = {
  assert(driver: Driver, emitted: Emitted, snapshot: SnapshotFrom<Machine>): Promise<void>;
}['assert'];

/** A system under test that follows a model's paths. Its functions get a `Driver`, such as a page. */
export interface TestSut<Machine extends AnyStateMachine, Driver, CaseName extends string = string> {
  readonly model: TestModel<Machine>;
  /** Functions that prepare everything that a path needs, by the name of its start. */
  readonly create: Readonly<Record<string, (driver: Driver, path: TestPath) => Promise<void>>>;
  /** Executors by event case. The system can't execute event cases that are missing here. */
  readonly events: Readonly<
    Partial<Record<CaseName, Execute<Machine, Driver> | EventExecutor<Machine, Driver>>>
  >;
  /** Assertions by the path of a state, such as `list.failed`. */
  readonly states: Readonly<Record<string, StateAssertion<Machine, Driver>>>;
  readonly emitted: {
    readonly [Type in EmittedFrom<Machine>['type']]: EmittedEventAssertion<
      Machine,
      Driver,
      Extract<EmittedFrom<Machine>, { readonly type: Type }>
    >;
  };
  /** Assertions of what the system shows after the machine has sent an event to its parent, by event type. */
  readonly sent?: Readonly<Record<string, (driver: Driver) => Promise<void>>>;
  readonly assertAtEnd?: (driver: Driver) => Promise<void>;
  /** Reasons why the system can't take a transition, by transition. */
  readonly exempt: Readonly<Record<string, string>>;
  /** Returns whether the system can follow the whole path. Default: always. */
  readonly isFeasible?: (path: TestPath) => boolean;
}

export type SutOf<Model extends AnyTestModel, Driver> = TestSut<
  Model['machine'],
  Driver,
  EventCaseName<Model>
>;

export interface AnyTestSut<Driver> extends Omit<TestSut<AnyStateMachine, Driver>, 'emitted'> {
  readonly emitted: Readonly<Record<string, EmittedEventAssertion<AnyStateMachine, Driver, EventObject>>>;
}

const executorOf = <Driver>({ events }: AnyTestSut<Driver>, { name }: EventCase) => {
  const executor = events[name];
  return typeof executor === 'function' ? { execute: executor } : executor;
};

export const hasExecutor = <Driver>(
  sut: AnyTestSut<Driver>,
  eventCase: EventCase,
  before: AnyMachineSnapshot,
): boolean => {
  const executor: EventExecutor<AnyStateMachine, Driver> | undefined = executorOf(sut, eventCase);
  if (executor === undefined || executor.when?.(before) === false) return false;
  return sut.model.when?.(eventCase, before) !== false;
};

export const isExecutable = <Driver>(sut: AnyTestSut<Driver>, path: TestPath): boolean =>
  (sut.isFeasible === undefined || sut.isFeasible(path)) &&
  path.steps.every(({ eventCase, before }) => hasExecutor(sut, eventCase, before));

/** Functions of the test runner that report a path's steps. */
export interface Reporting<Driver> {
  step(name: string, body: () => Promise<void>): Promise<void>;
  /** Runs after emitted events are asserted. */
  settle(driver: Driver): Promise<void>;
}

const assertionOf = <Assertion>(assertions: Readonly<Record<string, Assertion>>, name: string): Assertion => {
  const assertion = assertions[name];
  if (assertion === undefined) throw new Error(`There is no assertion for ${name}`);
  return assertion;
};

/**
 * Executes each step's event in the system, then asserts the emitted events and the state.
 * @returns the names of the taken transitions
 */
export const testPath = async <Driver>(
  sut: AnyTestSut<Driver>,
  path: TestPath,
  driver: Driver,
  { step: report, settle }: Reporting<Driver>,
): Promise<readonly string[]> => {
  const { initial, steps } = path;
  const executorAt = (index: number): EventExecutor<AnyStateMachine, Driver> | undefined => {
    const step = steps[index];
    return step && executorOf(sut, step.eventCase);
  };

  const assertState = (
    snapshot: AnyMachineSnapshot,
    emitted: readonly EventObject[],
    sent: readonly EventObject[],
  ) => {
    const value = valueText(snapshot.value);
    return report(`is in ${value}`, async () => {
      for (const { type } of sent) await assertionOf(sut.sent ?? {}, type)(driver);
      for (const event of emitted) await assertionOf(sut.emitted, event.type)(driver, event, snapshot);
      if (sent.length + emitted.length > 0) await settle(driver);
      for (const state of value.split(', ')) await assertionOf(sut.states, state)(driver, snapshot);
    });
  };

  const create = sut.create[path.start];
  if (create === undefined) throw new Error(`There is no start for "${path.start}"`);
  await report(path.start, () => create(driver, path));
  await assertState(initial, [], []);

  let prepared = 0;
  const prepareThrough = async (last: number) => {
    for (; prepared <= last; prepared += 1) await executorAt(prepared)?.prepare?.(driver);
  };

  let emitted: readonly EventObject[] = [];
  let sent: readonly EventObject[] = [];
  for (const [index, step] of steps.entries()) {
    let last = index + 1;
    // Prepare consecutive immediate steps now, because there is no time between them.
    while (executorAt(last)?.immediate && executorAt(last + 1)?.immediate) last += 1;
    await prepareThrough(last);
    await report(step.eventCase.name, async () => executorAt(index)?.execute(driver, step.before));
    emitted = [...emitted, ...step.emitted];
    sent = [...sent, ...step.sent];
    if (executorAt(index + 1)?.immediate) continue;
    await assertState(step.after, emitted, sent);
    [emitted, sent] = [[], []];
  }
  await sut.assertAtEnd?.(driver);
  return takenBy(path);
};
