import '#ui/theme/monospace.css.ts';

/** Resolves when two frames were painted and the browser is idle. */
export const idle = async (): Promise<void> => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve()));
};

/** Resolves when a condition holds, which is checked again after each change of the document. */
const waitUntil = (holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (!holds()) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
    check();
  });

/** Resolves when the panel of the machines shows a chart. */
export const chartDrawn = (): Promise<void> =>
  waitUntil(() => document.querySelector('main section svg marker') !== null);

/** Resolves when the card fields that are in the page are drawn, as `data-drawn` of their frames says. */
export const cardFieldsDrawn = (): Promise<void> =>
  waitUntil(() => document.querySelector('iframe:not([data-drawn])') === null);

/** Resolves when the QR codes that are in the page are drawn. */
export const qrCodesDrawn = (): Promise<void> =>
  waitUntil(() => document.querySelector('svg[aria-busy="true"]') === null);

const families = ['Figtree Variable', 'Geist Mono Variable'] as const;

/**
 * Resolves when this document has the app's own typefaces. Where no font is installed, a text that is laid out earlier is
 * never drawn, and Chromium crashes a page that has an input.
 */
export const typefacesLoaded = async ({ fonts }: Document = document): Promise<void> => {
  await Promise.all(families.map((family) => fonts.load(`1em "${family}"`)));
};
