/** Whether the server of this page can be reached. */
export const isSiteThere = async (): Promise<boolean> => {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/**
 * Gets a part of the code when it is first needed, but does not try where the network is gone: some browsers remember an
 * import that failed, and import that part no more until the page is reloaded, with all that was typed in it.
 *
 * @returns the import, which rejects without having been tried while the site is out of reach
 */
export const partOnDemand = <Part>(load: () => Promise<Part>): (() => Promise<Part>) => {
  let loaded: Part | undefined;
  return async () => {
    if (loaded === undefined) {
      if (globalThis.navigator?.onLine === false && !(await isSiteThere())) throw new Error('Offline');
      loaded = await load();
    }
    return loaded;
  };
};
