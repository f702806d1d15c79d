/** Whether the server of this page can be reached. */
export const isSiteReachable = async (): Promise<boolean> => {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/** The pause before the site is tried again, in milliseconds. */
const pause = 1_000;

/**
 * Resolves when the site can be reached. Browsers report the network before it works, and a page that reloads too early is
 * gone.
 */
export const siteReachable = async (): Promise<void> => {
  while (!(await isSiteReachable())) await new Promise((resolve) => setTimeout(resolve, pause));
};
