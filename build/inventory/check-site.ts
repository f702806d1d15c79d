import { notFoundPage, pages } from '../prerender/pages.ts';
import { hashOf, type Inventory } from './inventory.ts';

export interface SiteCheck {
  /** One sentence per difference from the deployed site. */
  readonly differences: readonly string[];
  /** The current hash of the gateway's script; null if it failed to load. */
  readonly gatewayScript: string | null;
}

/** In milliseconds. */
const requestLimit = 30_000;

/** Fetches like a visitor, but without caches and without following redirects. */
const ask = (address: string): Promise<Response> =>
  fetch(address, { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(requestLimit) });

const isPage = (path: string): boolean => pages.some((page) => page.path === path);

const checkFile = async (
  origin: string,
  path: string,
  hash: string,
  { pageHeaders }: Inventory,
): Promise<readonly string[]> => {
  const response = await ask(origin + path);
  const body = new Uint8Array(await response.arrayBuffer());
  const status = path === notFoundPage.path ? 404 : 200;
  if (response.status !== status) return [`${path} answers ${response.status}`];
  const changed = hashOf(body) === hash ? [] : [`${path} differs from what was deployed`];
  if (!isPage(path)) return changed;
  const headers = Object.entries(pageHeaders)
    .filter(([name, value]) => response.headers.get(name) !== value)
    .map(([name]) => `${path} has a different ${name}`);
  return [...changed, ...headers];
};

/**
 * Compares what a site sends with what was deployed, and fetches the gateway's script.
 *
 * @param origin such as `https://credits.example.com`
 * @param expectedGatewayScript the hash of the gateway's script when it was last reviewed
 */
export const checkSite = async (
  origin: string,
  inventory: Inventory,
  expectedGatewayScript?: string,
): Promise<SiteCheck> => {
  const failed = (what: string) => (error: unknown) => [
    `${what} did not load: ${error instanceof Error ? error.message : error}`,
  ];
  const differences: string[] = [];
  for (const [path, hash] of Object.entries(inventory.files))
    differences.push(...(await checkFile(origin, path, hash, inventory).catch(failed(path))));
  let gatewayScript: string | null = null;
  try {
    const response = await ask(inventory.gatewayScript);
    if (!response.ok) throw new Error(`status ${response.status}`);
    gatewayScript = hashOf(new Uint8Array(await response.arrayBuffer()));
    if (expectedGatewayScript !== undefined && gatewayScript !== expectedGatewayScript)
      differences.push('The gateway’s script has changed');
  } catch (error) {
    differences.push(...failed('The gateway’s script')(error));
  }
  return { differences, gatewayScript };
};
