import { useSyncExternalStore } from 'react';
import { useApp } from '#features/shared/app-context.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { shellTexts } from '#texts/shell.ts';
import { Banner } from '#ui/Banner.tsx';
import * as styles from './offline-banner.css.ts';

/** Belongs after the page, at whose end it takes its place. */
export const OfflineBanner = () =>
  useOnline() ? null : (
    <div className={styles.place}>
      <Banner tone="warning">
        <span>{shellTexts.offline}</span> <span className={styles.hint}>{shellTexts.offlineHint}</span>
      </Banner>
    </div>
  );

/** Warns that the session ends when this page closes, because the browser's storage is disabled or full. */
export const NotKeptBanner = () => {
  const { isPersisted, onPersistedChange } = useApp().persistence;
  const kept = useSyncExternalStore(onPersistedChange, isPersisted, () => true);
  if (kept) return null;
  return <Banner tone="warning">{shellTexts.notKept}</Banner>;
};
