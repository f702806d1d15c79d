import { join } from 'node:path';
import { inject } from 'vitest';
import type { StoreProgram } from './kills/store-processes.ts';

/**
 * Runs only V8's baseline compiler in processes with an embedded database.
 * Optimizing costs more than it saves in a few seconds.
 */
export const embeddedExecArgv: readonly string[] = ['--liftoff-only'];

export const storeProgram = (name: 'main' | 'coffer'): StoreProgram => ({
  script: join(inject('storePrograms'), `${name}.js`),
  execArgv: embeddedExecArgv,
});
