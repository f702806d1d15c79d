import type { Page } from '@playwright/test';

/** Maximum duration of a transition, in ms. Longer animations are timers, such as a toast's progress bar. */
const longestMove = 1000;

/** Waits for transitions to finish, because contrast is too low while themes change or a toast fades in. */
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
