import type { Page } from '@playwright/test';

/** Awaits the end of every change of colour: on the way from one theme to the other, texts have too little contrast. */
export const transitionsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
