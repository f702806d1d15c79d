import { join } from 'node:path';
import { inject } from 'vitest';
import type { StoreProgram } from './kills/store-processes.ts';

/**
 * Restricts V8 to its baseline compiler in processes with an embedded database.
 * In a run of a few seconds, optimizing costs more than it saves.
 */
export const embeddedExecArgv: readonly string[] = ['--liftoff-only'];

export const storeProgram = (name: 'main' | 'coffer'): StoreProgram => ({
  script: join(inject('storePrograms'), `${name}.js`),
  execArgv: embeddedExecArgv,
});
