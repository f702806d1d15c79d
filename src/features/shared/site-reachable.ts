export const isSiteReachable = async (): Promise<boolean> => {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/** Delay between attempts, in ms. */
const pause = 1_000;

/** Waits until the site responds. Browsers fire `online` too early, and a reload would then fail. */
export const siteReachable = async (): Promise<void> => {
  while (!(await isSiteReachable())) await new Promise((resolve) => setTimeout(resolve, pause));
};
