import type { AnyStateMachine } from 'xstate';
import type { AnyTestSut, EventExecutor as Executor, TestSut } from '#tests/model-testing/test-sut.ts';
import type { Driver } from './driver.ts';

/** The real app in a browser, with the real local services. */
export type ScreenSut<Machine extends AnyStateMachine, CaseName extends string = string> = TestSut<
  Machine,
  Driver,
  CaseName
>;

export type AnyScreenSut = AnyTestSut<Driver>;

export type EventExecutor<Machine extends AnyStateMachine> = Executor<Machine, Driver>;

/** Checks a model's types at its definition, then erases them for code that handles all models. */
export const createSut = <Machine extends AnyStateMachine>(sut: ScreenSut<Machine>): AnyScreenSut => sut;
