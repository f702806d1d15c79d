/** Fetches by address. A failed one is deleted, so that the next import tries again. */
const arrivals = new Map<string, Promise<void>>();

const isOfPage = (href: string): boolean => {
  const named = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]');
  return Array.from(named).some((element) => ('src' in element ? element.src : element.href) === href);
};

const fetchScript = async (href: string): Promise<void> => {
  const response = await fetch(href);
  if (!response.ok) throw new Error(href);
  await response.arrayBuffer();
};

const addStyleSheet = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // While the element exists, a retry would not fetch it again.
      link.remove();
      reject(new Error(href));
    });
    document.head.append(link);
  });

const arrivalOf = (file: string): Promise<void> => {
  const { href } = new URL(`${import.meta.env.BASE_URL}${file}`, document.baseURI);
  const known = arrivals.get(href);
  if (known !== undefined) return known;
  if (isOfPage(href)) return Promise.resolve();
  const arrival = file.endsWith('.css') ? addStyleSheet(href) : fetchScript(href);
  arrivals.set(href, arrival);
  arrival.catch(() => arrivals.delete(href));
  return arrival;
};

let isAhead = false;

/**
 * Starts imports that nothing needs yet, so a failure doesn't reload the page.
 * @param begin calls `import()` before it awaits anything
 */
export const importAhead = <Result>(begin: () => Result): Result => {
  isAhead = true;
  try {
    return begin();
  } finally {
    isAhead = false;
  }
};

/**
 * Fetches a chunk's files into the browser's cache, then imports it. Most browsers never retry a failed
 * module import until a reload (https://github.com/whatwg/html/issues/6768). The build makes every `import()`
 * call this.
 * @param files the chunk, its imports and their styles, relative to the site's base
 * @throws after `vite:preloadError`, unless imported ahead
 */
export const importChunk = async <Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> => {
  const isMissed = !isAhead;
  try {
    await Promise.all(files.map(arrivalOf));
    return await load();
  } catch (cause) {
    // With the browser's own message, the router would recognize the error and reload the page at any time.
    const payload = new Error(`A part of the app did not load: ${files[0]}`, { cause });
    if (isMissed) window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    throw payload;
  }
};
