export const isSiteReachable = async (): Promise<boolean> => {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/** Milliseconds between attempts. */
const pause = 1_000;

/** Browsers report the network before it works, and a page that reloads too early is lost. */
export const siteReachable = async (): Promise<void> => {
  while (!(await isSiteReachable())) await new Promise((resolve) => setTimeout(resolve, pause));
};
