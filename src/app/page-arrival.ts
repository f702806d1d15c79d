import { appTexts } from '#texts/app.ts';
import type { AppRouter } from './router.ts';

/** Gives each page its title, and moves focus to its heading when it was navigated to rather than loaded. */
export const announcePages = (router: AppRouter): void => {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const title = router.state.matches.findLast(
      ({ staticData, status }) => staticData.title && status !== 'notFound',
    )?.staticData.title;
    if (title !== undefined) document.title = appTexts.documentTitle(title);
    if (fromLocation !== undefined && pathChanged)
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  });
};
