import { notFoundPage, pages } from '../prerender/pages.ts';
import { hashOf, type Inventory } from './inventory.ts';

/** Fetches an address without caches or redirects. Returns the response and its content's hash. */
const load = async (address: string) => {
  const signal = AbortSignal.timeout(30_000);
  const response = await fetch(address, { cache: 'no-store', redirect: 'manual', signal });
  return { response, hash: hashOf(new Uint8Array(await response.arrayBuffer())) };
};

/**
 * Compares a site's responses with its inventory, and fetches the gateway's script. Returns a sentence for each
 * difference, and the script's current hash, which is null if the script failed to load.
 *
 * @param origin the site's origin, such as `https://credits.example.com`
 * @param expectedGatewayScript the hash of the gateway's script at its last review
 */
export const checkSite = async (origin: string, inventory: Inventory, expectedGatewayScript?: string) => {
  const differences: string[] = [];
  const failed = (what: string, error: unknown) =>
    differences.push(`${what} did not load: ${error instanceof Error ? error.message : error}`);

  for (const [path, hash] of Object.entries(inventory.files)) {
    try {
      const { response, hash: sent } = await load(origin + path);
      if (response.status !== (path === notFoundPage.path ? 404 : 200)) {
        differences.push(`${path} answers ${response.status}`);
        continue;
      }
      if (sent !== hash) differences.push(`${path} differs from what was deployed`);
      if (!pages.some((page) => page.path === path)) continue;
      for (const [name, value] of Object.entries(inventory.pageHeaders))
        if (response.headers.get(name) !== value) differences.push(`${path} has a different ${name}`);
    } catch (error) {
      failed(path, error);
    }
  }
  try {
    const { response, hash } = await load(inventory.gatewayScript);
    if (!response.ok) throw new Error(`status ${response.status}`);
    if (expectedGatewayScript !== undefined && hash !== expectedGatewayScript)
      differences.push('The gateway’s script has changed');
    return { differences, gatewayScript: hash };
  } catch (error) {
    failed('The gateway’s script', error);
    return { differences, gatewayScript: null };
  }
};
