import '#ui/theme/monospace.css.ts';

/** Resolves when what was begun has been painted, and nothing more is waiting its turn. */
export const quiet = async (): Promise<void> => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve()));
};

/** Resolves when the page has come to what is awaited. */
const comesTo = (isThere: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isThere()) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
    look();
  });

/** Resolves when the panel of the machines shows a chart. */
export const chartDrawn = (): Promise<void> =>
  comesTo(() => document.querySelector('main section svg marker') !== null);

/** Resolves when the card fields that are in the page are drawn, as `data-drawn` of their frames says. */
export const cardFieldsDrawn = (): Promise<void> =>
  comesTo(() => document.querySelector('iframe:not([data-drawn])') === null);

const families = ['Figtree Variable', 'Geist Mono Variable'] as const;

/**
 * Resolves when this document has the app's own typefaces. Where no font is installed, a text that is laid out before is
 * never drawn, and Chromium ends a page that has an input.
 */
export const typefacesLoaded = async ({ fonts }: Document = document): Promise<void> => {
  await Promise.all(families.map((family) => fonts.load(`1em "${family}"`)));
};
