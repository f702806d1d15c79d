/** The static site, relative to the project. */
export const siteFolder = 'dist/site';

/** The store API, relative to the project. */
export const storeFolder = 'dist/store';

/** The headers for nginx, relative to the project. */
export const nginxFolder = 'dist/nginx';

/** The list of what the stamped site sends, for later checks; relative to the project. */
export const inventoryFile = 'dist/inventory.json';
