import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches. Renders when that changes. */
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
