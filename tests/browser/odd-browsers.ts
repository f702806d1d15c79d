import type { Page } from '@playwright/test';

/** Takes away what browsers have got since the oldest that the product works in, or only shortly before. */
export const removeNewFunctions = (page: Page): Promise<void> =>
  page
    .addInitScript(() => {
      const members = [
        [URL, 'canParse'],
        [URL, 'parse'],
        [AbortSignal, 'any'],
        [AbortSignal, 'timeout'],
        [Object, 'groupBy'],
        [Promise, 'withResolvers'],
        [globalThis, 'structuredClone'],
        [globalThis, 'requestIdleCallback'],
        [Document.prototype, 'startViewTransition'],
        [Element.prototype, 'startViewTransition'],
        [Element.prototype, 'checkVisibility'],
        [Intl, 'Segmenter'],
        ...['findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'].map(
          (name) => [Array.prototype, name] as const,
        ),
      ] as const;
      for (const [owner, name] of members) Reflect.deleteProperty(owner, name);
    })
    .then(() => undefined);

/** Puts each text of a page into a `font` element, as translators do: the text itself, or another one in its place. */
export const translatePages = (page: Page, way: 'wrap' | 'replace'): Promise<void> =>
  page
    .addInitScript((way) => {
      if (window !== window.top) return;
      const isOurs = ({ parentElement: parent }: Node) =>
        parent === null || parent.closest('font, script, style, title, svg, [translate="no"]') !== null;
      const translate = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const texts: Node[] = [];
        while (walker.nextNode()) texts.push(walker.currentNode);
        for (const text of texts) {
          if (isOurs(text) || text.nodeValue?.trim() === '') continue;
          const font = document.createElement('font');
          text.parentNode?.replaceChild(font, text);
          font.append(way === 'wrap' ? text : (text.nodeValue ?? ''));
        }
      };
      new MutationObserver(() => {
        // The prerendered page is translated as soon as it is alive.
        if (document.querySelector('#root > *') && !('takeEarlyIntent' in window)) translate();
      }).observe(document, { childList: true, subtree: true, characterData: true });
    }, way)
    .then(() => undefined);

/** What a browser may refuse a page, each at the property or the call that it refuses. */
export const refusable = [
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'BroadcastChannel',
  'locks',
] as const;
type Refusable = (typeof refusable)[number];

/** Has the browser refuse these to pages and frames with a `SecurityError`: some do with storage blocked. */
export const refuseStorage = (page: Page, refused: readonly Refusable[] = refusable): Promise<void> =>
  page
    .addInitScript((names) => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of names.filter((one) => one !== 'locks'))
        Object.defineProperty(window, name, { configurable: true, get: refuse });
      if (!names.includes('locks')) return;
      for (const name of ['request', 'query'] as const)
        Object.defineProperty(LockManager.prototype, name, {
          value: () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError')),
        });
    }, refused)
    .then(() => undefined);

/** What can be odd about a browser, by name, with what makes a page's browser so. */
export const oddConditions: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['without the functions of newer browsers', removeNewFunctions],
  ['that wraps each text for its translation', (page) => translatePages(page, 'wrap')],
  ['that replaces each text with its translation', (page) => translatePages(page, 'replace')],
  ['that refuses storage, channels and locks', (page) => refuseStorage(page)],
];
