import powerWorker from '#services/identity/srp/power-worker.ts?worker&url';

/** The part of Trusted Types that we use. Not every browser supports them. */
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

/** @throws TypeError for anything except our worker and the gateway's script; ignores the query */
const createScriptURL = (address: string, gatewayScript: string): string => {
  if (address !== powerWorker && withoutQuery(address) !== withoutQuery(gatewayScript))
    throw new TypeError(`${address} is not a script of this page`);
  return address;
};

const createPolicy = () => {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes');
  return trustedTypes?.createPolicy('coffer', { createScriptURL }) ?? { createScriptURL };
};

/** One policy per page: browsers refuse a second one with the same name. */
let policy: ReturnType<typeof createPolicy> | undefined;

/** `gatewayScript` is the configured address. @throws TypeError for another script */
export const trustGatewayScript = (address: string, gatewayScript: string): string => {
  policy ??= createPolicy();
  return policy.createScriptURL(address, gatewayScript);
};

export const startPowerWorker = (): Worker => {
  policy ??= createPolicy();
  return new Worker(policy.createScriptURL(powerWorker, powerWorker), { type: 'module' });
};
