import { join } from 'node:path';
import { inject } from 'vitest';
import type { StoreProgram } from './kills/store-processes.ts';

/**
 * For a process with an embedded database that a test starts again and again: V8's first compiler alone. The optimising one
 * costs more than it saves in a process of a few seconds.
 */
export const embeddedExecArgv: readonly string[] = ['--liftoff-only'];

/** One of the store's programs, for tests that start it again and again. */
export const storeProgram = (name: 'main' | 'coffer'): StoreProgram => ({
  script: join(inject('storePrograms'), `${name}.js`),
  execArgv: embeddedExecArgv,
});
