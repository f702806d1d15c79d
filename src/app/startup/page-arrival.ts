import { isNotFound } from '@tanstack/react-router';
import { appTexts } from '#texts/app.ts';
import type { AppRouter } from '../router.ts';

/** Sets each page's title. After a navigation, focuses the heading, unless the page focused a password. */
export const announcePages = (router: AppRouter): void => {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const { matches } = router.state;
    const missing = matches.find(({ error }) => isNotFound(error));
    const titled = missing ?? [...matches].reverse().find(({ staticData }) => staticData.title);
    const title = titled?.staticData.title;
    if (title !== undefined) document.title = appTexts.documentTitle(title);
    if (fromLocation !== undefined && pathChanged && !document.querySelector('[type="password"]:focus'))
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  });
};
