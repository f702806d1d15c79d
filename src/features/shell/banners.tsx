import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useApp } from '#features/shared/app-context.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { shellTexts } from '#texts/shell.ts';
import { Banner } from '#ui/Banner.tsx';
import { topBanner } from '#ui/top-banner.css.ts';
import * as styles from './offline-banner.css.ts';

/** Imports the code that keeps the offline banner clear of other content. It can't load offline. */
export const importAvoidOverlap = () => import('#ui/avoid-overlap.ts');

export const OfflineBanner = () => (useOnline() ? null : <Offline />);

const Offline = () => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    let end: () => void = () => undefined;
    importAvoidOverlap().then(
      ({ keepClear }) => {
        if (!isGone) end = keepClear(() => (place.current === null ? [] : [place.current]));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      end();
    };
  }, []);
  return (
    <div ref={place} className={styles.place}>
      <Banner tone="warning">
        <span>{shellTexts.offline}</span> <span className={styles.hint}>{shellTexts.offlineHint}</span>
      </Banner>
    </div>
  );
};

/** Warns that the session ends when this page closes, because the browser's storage is disabled or full. */
export const NotKeptBanner = () => {
  const { isPersisted, onPersistedChange } = useApp().persistence;
  const kept = useSyncExternalStore(onPersistedChange, isPersisted, () => true);
  if (kept) return null;
  return (
    <div className={topBanner}>
      <Banner tone="warning">{shellTexts.notKept}</Banner>
    </div>
  );
};
