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
