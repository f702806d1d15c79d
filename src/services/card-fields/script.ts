import type { AppConfig } from '#services/config.ts';
import { trustGatewayScript } from '#services/trusted-scripts.ts';
import { allowGatewayMarkup } from './gateway-markup.ts';

export type GatewaySettings = AppConfig['gateway'];

/** How long to wait for a script that neither loads nor fails, in ms. */
const scriptLimit = 9_000;

const scriptId = 'coffer-collect-js';
const globalName = 'CollectJS';

/** The page's only load of the script. A second copy would corrupt the script's global. */
let loading: Promise<void> | null = null;

export const readGatewayGlobal = (): unknown => Reflect.get(globalThis, globalName);

let requests = 0;

/** Returns a new URL for each retry. Browsers queue a request behind a hanging request for the same URL. */
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
    // Use an id to find the tag later, because Collect.js reads every data attribute as configuration.
    script.id = scriptId;
    script.src = trustGatewayScript(nextAddress(scriptUrl), scriptUrl);
    Object.assign(script.dataset, { tokenizationKey, variant: 'inline' });

    const giveUp = (message: string) => {
      clearTimeout(timer);
      // A removed script still runs when it arrives. Moving it to another document prevents that.
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

/** Loads the gateway's script once for all callers. After a failure, the next call retries. */
export const loadGatewayScript = (settings: GatewaySettings): Promise<void> => {
  loading ??= append(settings).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};

/** Removes the script, so that the next load fetches a new copy from a new URL. */
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
