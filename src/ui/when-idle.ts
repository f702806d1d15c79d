/** Maximum wait for pages that are never idle, in ms. */
const longestWait = 2_000;

/** Calls `callback` when the browser is idle. Returns a function that cancels the call. */
export const whenIdle = (callback: () => void): (() => void) => {
  // Safari doesn't support `requestIdleCallback`.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(() => callback(), { timeout: longestWait });
  return () => cancelIdleCallback(request);
};
