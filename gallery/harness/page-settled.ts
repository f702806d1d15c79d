import '#ui/theme/monospace.css.ts';

/** Resolves when the browser is idle after two painted frames. */
export const idle = async (): Promise<void> => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve()));
};

/** Resolves when the condition is true. Checks the condition after each change of the document. */
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

export const chartDrawn = (): Promise<void> =>
  waitUntil(() => document.querySelector('main section svg marker') !== null);

export const cardFieldsDrawn = (): Promise<void> =>
  waitUntil(() => document.querySelector('iframe:not([data-drawn])') === null);

export const qrCodesDrawn = (): Promise<void> =>
  waitUntil(() => document.querySelector('svg[aria-busy="true"]') === null);

const families = ['Figtree Variable', 'Geist Mono Variable'] as const;

/** Loads the app's fonts. On systems without fonts, Chromium otherwise omits text or crashes on pages with inputs. */
export const typefacesLoaded = async ({ fonts }: Document = document): Promise<void> => {
  await Promise.all(families.map((family) => fonts.load(`1em "${family}"`)));
};
