/** Resolves when the panel of the machines shows a chart. */
export const chartDrawn = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('main section svg marker') === null) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
