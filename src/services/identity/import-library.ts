export const importLibrary = () => import('./library.ts');
