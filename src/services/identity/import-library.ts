/** Imports the identity library, for whoever needs it first. */
export const importLibrary = () => import('./library.ts');
