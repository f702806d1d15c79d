import type { Page } from '@playwright/test';

/** In milliseconds: what takes longer measures a time, as the bar of a toast does, and moves nothing into its place. */
const longestMove = 1000;

/**
 * Awaits the end of all that changes its colour or comes into its place: on the way from one theme to the other, and
 * while a toast fades in, texts have too little contrast.
 */
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
