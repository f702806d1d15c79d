/** All paths in this file are relative to the repository. */
export const siteFolder = 'dist/site';
export const storeFolder = 'dist/store';
export const nginxFolder = 'dist/nginx';

/** Hashes and headers of the stamped site, for later checks. */
export const inventoryFile = 'dist/inventory.json';
