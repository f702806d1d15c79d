import type { Page } from '@playwright/test';

/** Removes functions that the oldest supported browsers lack or have only recently gained. */
export const removeNewFunctions = (page: Page): Promise<void> =>
  page
    .addInitScript(() => {
      const members = [
        [URL, 'canParse'],
        [URL, 'parse'],
        [AbortSignal, 'any'],
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

/** Wraps each text node in a `font` element, as browser translation does, or replaces the node. */
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
        // Translate the prerendered page only after the app has hydrated it.
        if (document.querySelector('#root > *') && !('takeEarlyIntent' in window)) translate();
      }).observe(document, { childList: true, subtree: true, characterData: true });
    }, way)
    .then(() => undefined);

export const refusable = [
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'BroadcastChannel',
  'locks',
] as const;
type Refusable = (typeof refusable)[number];

/** Makes accessing these APIs throw a `SecurityError` in pages and frames, as if storage were blocked. */
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

interface OddBrowser {
  readonly name: string;
  readonly prepare: (page: Page) => Promise<void>;
}

const oddConditions: readonly OddBrowser[] = [
  { name: 'without the functions of newer browsers', prepare: removeNewFunctions },
  { name: 'that wraps each text for its translation', prepare: (page) => translatePages(page, 'wrap') },
  {
    name: 'that replaces each text with its translation',
    prepare: (page) => translatePages(page, 'replace'),
  },
  { name: 'that refuses storage, channels and locks', prepare: (page) => refuseStorage(page) },
];

/** Browsers that combine two conditions, one browser per pair. */
export const oddBrowsers: readonly OddBrowser[] = oddConditions.flatMap((first, index) =>
  oddConditions.slice(index + 1).map((second) => ({
    name: `${first.name}, and ${second.name}`,
    async prepare(page: Page) {
      await first.prepare(page);
      await second.prepare(page);
    },
  })),
);
