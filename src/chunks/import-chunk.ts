/** The files that were asked for, each with its arrival. One that did not arrive is forgotten, and asked for again. */
const arrivals = new Map<string, Promise<void>>();

/** Whether the page itself names a file, and so has it loaded. */
const isOfPage = (href: string): boolean => {
  const named = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]');
  return Array.from(named).some((element) => ('src' in element ? element.src : element.href) === href);
};

const fetchScript = async (href: string): Promise<void> => {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href} was answered with ${response.status}`);
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
      // A page that still names it would not ask for it again.
      link.remove();
      reject(new Error(`${href} could not be loaded`));
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
 * Begins imports that nobody misses yet, or ever: one that fails is no reason to reload the page. Who needs the part
 * imports it again.
 *
 * @param begin calls `import()` before it awaits anything
 * @returns what that returns
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
 * Imports a chunk of the built site once all its files have arrived in the browser's cache, so that an import that failed
 * can be tried again: most browsers remember that a module did not arrive, and import it no more until the page is
 * reloaded, with all that was typed in it (https://github.com/whatwg/html/issues/6768). The build has every `import()`
 * call it.
 *
 * @param load the import itself
 * @param files addresses of the chunk, first, and of all that it imports, with their styles, below the base of the site
 * @throws what `load` does; an error that names the chunk when a file does not arrive. Before either, the window hears of
 *   it by a `vite:preloadError`, unless the chunk was imported ahead
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
    // By the browsers' words for it the router would know the error, and reload the page by itself at any time.
    const payload = new Error(`A part of the app did not arrive: ${files[0]}`, { cause });
    if (isMissed) window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    throw payload;
  }
};
