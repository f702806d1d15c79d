import type { AppConfig } from '#services/config.ts';
import { trustGatewayScript } from '#services/trusted-scripts.ts';
import { allowGatewayMarkup } from './gateway-markup.ts';

export type GatewaySettings = AppConfig['gateway'];

/** Milliseconds before we give up on a script that neither loads nor fails. */
const scriptLimit = 9_000;

const scriptId = 'coffer-collect-js';
const globalName = 'CollectJS';

/** One script per page: a second copy would corrupt its global. */
let loading: Promise<void> | null = null;

export const readGatewayGlobal = (): unknown => Reflect.get(globalThis, globalName);

let requests = 0;

/** A retry needs its own address, because browsers queue it behind a hanging request for the same one. */
const nextAddress = (scriptUrl: string): string => {
  requests += 1;
  if (requests === 1) return scriptUrl;
  const address = new URL(scriptUrl, document.baseURI);
  address.searchParams.set('try', String(requests));
  return address.href;
};

const append = ({ scriptUrl, tokenizationKey }: GatewaySettings): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    allowGatewayMarkup(scriptUrl);
    // Collect.js reads every data attribute as configuration, so an id marks the tag.
    script.id = scriptId;
    script.src = trustGatewayScript(nextAddress(scriptUrl), scriptUrl);
    Object.assign(script.dataset, { tokenizationKey, variant: 'inline' });

    const giveUp = (message: string) => {
      clearTimeout(timer);
      // A script that is only removed still runs when it arrives, unless another document adopts it.
      document.implementation.createHTMLDocument().adoptNode(script);
      reject(new Error(message));
    };
    const timer = setTimeout(() => giveUp(`${scriptUrl} did not load in time`), scriptLimit);
    script.addEventListener('error', () => giveUp(`${scriptUrl} could not be loaded`));
    script.addEventListener('load', () => {
      if (readGatewayGlobal() === undefined) giveUp(`${scriptUrl} loaded without its global`);
      else {
        clearTimeout(timer);
        resolve();
      }
    });
    document.head.append(script);
  });

/** Loads the gateway's script once for all callers. After a failure, the next call tries again. */
export const loadGatewayScript = (settings: GatewaySettings): Promise<void> => {
  loading ??= append(settings).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};

/** The next load fetches a new copy from a new address. */
export const discardGatewayScript = (): void => {
  const script = document.getElementById(scriptId);
  if (script instanceof HTMLScriptElement) {
    const { origin } = new URL(script.src);
    for (const link of document.head.querySelectorAll('link'))
      if (link.href.startsWith(`${origin}/`)) link.remove();
    script.remove();
  }
  Reflect.deleteProperty(globalThis, globalName);
  loading = null;
};
