import '#ui/theme/monospace.css.ts';

/** Resolves after two painted frames, when the browser is idle. */
export const idle = async (): Promise<void> => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve()));
};

/** Resolves when the condition holds. Checks it after each change of the document. */
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

/** Resolves when /machines shows a chart. */
export const chartDrawn = (): Promise<void> =>
  waitUntil(() => document.querySelector('main section svg marker') !== null);

/** Resolves when each card field's frame has `data-drawn`. */
export const cardFieldsDrawn = (): Promise<void> =>
  waitUntil(() => document.querySelector('iframe:not([data-drawn])') === null);

/** Resolves when the page's QR codes are drawn. */
export const qrCodesDrawn = (): Promise<void> =>
  waitUntil(() => document.querySelector('svg[aria-busy="true"]') === null);

const families = ['Figtree Variable', 'Geist Mono Variable'] as const;

/**
 * Resolves when the document has the app's own typefaces. Without installed fonts, Chromium never draws text
 * that it laid out earlier, and crashes on pages with an input.
 */
export const typefacesLoaded = async ({ fonts }: Document = document): Promise<void> => {
  await Promise.all(families.map((family) => fonts.load(`1em "${family}"`)));
};
