/** Whether the server of this page can be reached. */
export const isSiteReachable = async (): Promise<boolean> => {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/**
 * Imports a module when it is first needed, but does not try where the network is gone: some browsers remember an
 * import that failed, and import that module no more until the page is reloaded, with all that was typed in it.
 *
 * @returns the import, which rejects without having been tried while the site is out of reach
 */
export const lazyImport = <Module>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let loaded: Module | undefined;
  return async () => {
    if (loaded === undefined) {
      if (globalThis.navigator?.onLine === false && !(await isSiteReachable())) throw new Error('Offline');
      loaded = await load();
    }
    return loaded;
  };
};
