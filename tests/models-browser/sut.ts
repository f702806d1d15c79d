import type { AnyTestModel } from '#tests/model-testing/test-model.ts';
import type { AnyTestSut, EventExecutor as Executor, SutOf } from '#tests/model-testing/test-sut.ts';
import type { Driver } from './driver.ts';

/** The real app in a browser, with the real local services. */
export type ScreenSut<Model extends AnyTestModel> = SutOf<Model, Driver>;

export type AnyScreenSut = AnyTestSut<Driver>;

export type EventExecutor<Model extends AnyTestModel> = Executor<Model['machine'], Driver>;
