import powerWorker from '#services/identity/srp/power-worker.ts?worker&url';

/** What is used of the browser's Trusted Types, which not every browser has. What they make stands wherever its text may. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string, gatewayScript: string) => string },
  ): { createScriptURL(address: string, gatewayScript: string): string };
}

const withoutQuery = (address: string): string => {
  const { origin, pathname } = new URL(address, document.baseURI);
  return origin + pathname;
};

/** @throws TypeError for anything but the worker of ours and the gateway's script, whatever its query */
const createScriptURL = (address: string, gatewayScript: string): string => {
  if (address !== powerWorker && withoutQuery(address) !== withoutQuery(gatewayScript))
    throw new TypeError(`${address} is no script of this page`);
  return address;
};

const createPolicy = () => {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes');
  return trustedTypes?.createPolicy('coffer', { createScriptURL }) ?? { createScriptURL };
};

/** The page's one policy: a second one of its name would be refused. */
let policy: ReturnType<typeof createPolicy> | undefined;

/**
 * The address of the card gateway's script, for a script element of a page that takes trusted ones alone.
 *
 * @param gatewayScript the address that the configuration names
 * @throws TypeError for another script than that
 */
export const trustGatewayScript = (address: string, gatewayScript: string): string => {
  policy ??= createPolicy();
  return policy.createScriptURL(address, gatewayScript);
};

/** Starts the worker that computes powers of big integers (power-worker.ts). */
export const startPowerWorker = (): Worker => {
  policy ??= createPolicy();
  return new Worker(policy.createScriptURL(powerWorker, powerWorker), { type: 'module' });
};
