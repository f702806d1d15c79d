/** Where the static site is built, relative to the project. */
export const siteFolder = 'dist/site';

/** Where the store API is built, relative to the project. */
export const storeFolder = 'dist/store';

/** Where the headers are written that nginx includes, relative to the project. */
export const nginxFolder = 'dist/nginx';

/** What the stamped site sends, by which it can be checked later, relative to the project. */
export const inventoryFile = 'dist/inventory.json';
