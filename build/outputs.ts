/** Relative to the project, like the paths below. */
export const siteFolder = 'dist/site';

export const storeFolder = 'dist/store';

export const nginxFolder = 'dist/nginx';

/** What the stamped site sends, for later checks. */
export const inventoryFile = 'dist/inventory.json';
