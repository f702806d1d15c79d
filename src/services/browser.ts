/** Returns the result of `access`, or undefined if it throws, as browsers do for blocked storage. */
export const permitted = <Given>(access: () => Given): Given | undefined => {
  try {
    return access();
  } catch {
    return undefined;
  }
};

/** Lets the browser paint before work starts. Uses MessageChannel so that fake timers can't block it. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Returns whether this is a browser inside another app. Its passkeys fail, and it ignores downloads. */
export const isEmbedded = (): boolean =>
  /; wv\)|FBA[NV]\/|Instagram|MicroMessenger|\(iP(?!.*Safari)/.test(navigator.userAgent);

/** Returns whether this browser can use passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window && !isEmbedded();
