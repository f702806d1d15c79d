import fc from 'fast-check';
import { afterEach, vi } from 'vitest';
import { seed } from './seed.ts';

fc.configureGlobal({ seed });

// Runs after the file's own hooks, because hooks run in reverse order.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
