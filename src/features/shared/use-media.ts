import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches. Rerenders when the result changes. */
export const useMedia = (media: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (notify) => {
        const query = matchMedia(media);
        query.addEventListener('change', notify);
        return () => query.removeEventListener('change', notify);
      },
      [media],
    ),
    () => matchMedia(media).matches,
  );
