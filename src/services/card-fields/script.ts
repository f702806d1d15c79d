import { trustGatewayScript } from '#services/trusted-scripts.ts';
import { allowGatewayMarkup } from './gateway-markup.ts';

/** Where the gateway's script comes from, and the shop's public key at the gateway. */
export interface GatewaySettings {
  readonly scriptUrl: string;
  readonly tokenizationKey: string;
}

/** Milliseconds after which a script that neither came nor failed is given up. */
const scriptLimit = 9_000;

const scriptId = 'coffer-collect-js';
const globalName = 'CollectJS';

/** The one script of this page. Loaded twice, it would corrupt its own global. */
let loading: Promise<void> | null = null;

/** The gateway's global, whatever it is. */
export const readGatewayGlobal = (): unknown => Reflect.get(globalThis, globalName);

/** How often the script was asked for. */
let requests = 0;

/** A browser lets a request wait for another one of the same address, so that a try after one that hangs has its own. */
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
    // Every data attribute is read as configuration: the tag is marked by its id alone.
    script.id = scriptId;
    script.src = trustGatewayScript(nextAddress(scriptUrl), scriptUrl);
    Object.assign(script.dataset, { tokenizationKey, variant: 'inline' });

    const giveUp = (message: string) => {
      clearTimeout(timer);
      // Taken out of the document alone, a script that is on its way would still run, beside the next try's.
      document.implementation.createHTMLDocument().adoptNode(script);
      reject(new Error(message));
    };
    const timer = setTimeout(() => giveUp(`${scriptUrl} did not come in time`), scriptLimit);
    script.addEventListener('error', () => giveUp(`${scriptUrl} could not be loaded`));
    script.addEventListener('load', () => {
      if (readGatewayGlobal() === undefined) giveUp(`${scriptUrl} came without its global`);
      else {
        clearTimeout(timer);
        resolve();
      }
    });
    document.head.append(script);
  });

/** Loads the gateway's script, once for all who ask. After a failure the next one who asks tries anew. */
export const loadGatewayScript = (settings: GatewaySettings): Promise<void> => {
  loading ??= append(settings).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};

/** Takes the script, its global and its styles out of the page. The next load brings another copy, under a new address. */
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
