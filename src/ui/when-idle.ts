/** The maximum wait in milliseconds, for pages that are never idle. */
const longestWait = 2_000;

/** Calls back when the browser is idle. Returns a function that cancels it. */
export const whenIdle = (callback: () => void): (() => void) => {
  // Safari has no `requestIdleCallback`.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(() => callback(), { timeout: longestWait });
  return () => cancelIdleCallback(request);
};
