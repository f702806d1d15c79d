/** Where the static site is built, relative to the project. */
export const siteFolder = 'dist/site';

/** Where the store API is built, relative to the project. */
export const storeFolder = 'dist/store';
