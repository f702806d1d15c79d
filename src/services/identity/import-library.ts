import { lazyImport } from '#services/lazy-import.ts';

/** Imports the identity library, for whoever needs it first. */
export const importLibrary = lazyImport(() => import('./library.ts'));
