import { join } from 'node:path';
import { inject } from 'vitest';
import type { StoreProgram } from './kills/store-processes.ts';

/**
 * One of the store's programs, for tests that start it again and again. Its embedded database is compiled by V8's first
 * compiler alone: the optimising one costs more than it saves in a process of a few seconds.
 */
export const storeProgram = (name: 'main' | 'coffer'): StoreProgram => ({
  script: join(inject('storePrograms'), `${name}.js`),
  execArgv: ['--liftoff-only'],
});
