import type { Page } from '@playwright/test';

/** In ms. A longer animation is a timer, like a toast's progress bar. */
const longestMove = 1000;

/** Waits for transitions to end. While themes change or a toast fades in, contrast is too low. */
export const transitionsEnd = (page: Page): Promise<void> =>
  page.evaluate(async (longestMove) => {
    const moving = () =>
      document.getAnimations().filter(({ playState, effect }) => {
        const { endTime } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && typeof endTime === 'number' && endTime <= longestMove;
      });
    for (let moves = moving(); moves.length > 0; moves = moving())
      await Promise.allSettled(moves.map(({ finished }) => finished));
  }, longestMove);
