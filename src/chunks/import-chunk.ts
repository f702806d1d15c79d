/** Requests by URL. Failed ones are removed, so that the next import retries them. */
const arrivals = new Map<string, Promise<unknown>>();

/** Thrown if a chunk is missing, because the network failed or a deploy removed it. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

const fetchScript = async (href: string): Promise<void> => {
  const response = await fetch(href);
  // Some hosts respond with an HTML page when a file is missing.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (!response.ok || isPage) throw new Error(href);
  await response.arrayBuffer();
};

const addStyleSheet = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: resolve });
    link.onerror = () => {
      // A retry wouldn't fetch the file again while this element exists.
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
 * Starts imports that aren't needed yet, so that a failure doesn't reload the page.
 * @param begin must call `import()` synchronously
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
 * Imports a chunk after its files have loaded into the browser's cache. Until a reload, browsers never retry
 * a module that failed to load, or its importers (https://github.com/whatwg/html/issues/6768). The build
 * replaces Vite's preload helper with this function, which has the same signature and event.
 * @param files the chunk, its imports and their styles, relative to the site's base
 * @throws {ChunkError} if loading fails; unless prefetching, dispatches `vite:preloadError` first
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
    // The router recognizes the browser's own message and could then reload the page at any time.
    const payload = new ChunkError(`A part of the app did not load: ${files[0]}`, { cause });
    if (isNeeded) window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    throw payload;
  }
};

export { importChunk as __vitePreload };
