import powerWorker from '#services/identity/srp/power-worker.ts?worker&url';

/** The part of the Trusted Types API that we use. Not every browser has it. */
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

/** Allows only our worker and the gateway's script, ignoring queries. @throws TypeError for other scripts */
const createScriptURL = (address: string, gatewayScript: string): string => {
  if (address !== powerWorker && withoutQuery(address) !== withoutQuery(gatewayScript))
    throw new TypeError(`${address} is not a script of this page`);
  return address;
};

const createPolicy = () => {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes');
  return trustedTypes?.createPolicy('coffer', { createScriptURL }) ?? { createScriptURL };
};

/** The page's only policy, because browsers refuse a second policy with the same name. */
let policy: ReturnType<typeof createPolicy> | undefined;

/** Returns a trusted URL. `gatewayScript` is the configured URL. @throws TypeError for another script */
export const trustGatewayScript = (address: string, gatewayScript: string): string => {
  policy ??= createPolicy();
  return policy.createScriptURL(address, gatewayScript);
};

export const startPowerWorker = (): Worker => {
  policy ??= createPolicy();
  return new Worker(policy.createScriptURL(powerWorker, powerWorker), { type: 'module' });
};
