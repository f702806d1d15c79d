/** The longest wait, in milliseconds: a page that is never idle is not made to wait for ever. */
const longestWait = 2_000;

/** Calls back once the browser has nothing else to do. Returns the function that calls it off. */
export const whenIdle = (callback: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(() => callback(), { timeout: longestWait });
  return () => cancelIdleCallback(request);
};
