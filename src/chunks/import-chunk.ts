/** Files by address. A failed one is deleted, so that the next import requests it again. */
const arrivals = new Map<string, Promise<unknown>>();

/** The code of a part of the app is missing: the network failed, or a deploy removed it. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

const fetchScript = async (href: string): Promise<void> => {
  const response = await fetch(href);
  // Some hosts answer for a missing file with a page.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (!response.ok || isPage) throw new Error(href);
  await response.arrayBuffer();
};

const addStyleSheet = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: resolve });
    link.onerror = () => {
      // While the element exists, a retry would not fetch it again.
      link.remove();
      reject(new Error(href));
    };
    document.head.append(link);
  });

const arrivalOf = (file: string): Promise<unknown> => {
  const href = import.meta.env.BASE_URL + file;
  const known = arrivals.get(href);
  if (known !== undefined) return known;
  if (document.querySelector(`[href="${href}"], [src="${href}"]`) !== null) return Promise.resolve();
  const arrival = file.endsWith('.css') ? addStyleSheet(href) : fetchScript(href);
  arrivals.set(href, arrival);
  arrival.catch(() => arrivals.delete(href));
  return arrival;
};

let isPrefetch = false;

/**
 * Starts imports that nothing needs yet, so a failure doesn't reload the page.
 * @param begin calls `import()` before it awaits anything
 */
export const prefetchModule = <Result>(begin: () => Result): Result => {
  isPrefetch = true;
  try {
    return begin();
  } finally {
    isPrefetch = false;
  }
};

/**
 * Imports a chunk once its files are in the browser's cache. Browsers never retry a module that failed to load,
 * nor one that imports it, until a reload (https://github.com/whatwg/html/issues/6768). The build makes every
 * `import()` call this instead of Vite's helper, which has the same signature and event.
 * @param files the chunk, its imports and their styles, relative to the site's base
 * @throws {ChunkError} after `vite:preloadError`, unless prefetched
 */
export const importChunk = async <Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> => {
  const isNeeded = !isPrefetch;
  try {
    await Promise.all(files.map(arrivalOf));
    return await load();
  } catch (cause) {
    // With the browser's own message, the router would recognize the error and reload the page at any time.
    const payload = new ChunkError(`A part of the app did not load: ${files[0]}`, { cause });
    if (isNeeded) window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    throw payload;
  }
};

export { importChunk as __vitePreload };
