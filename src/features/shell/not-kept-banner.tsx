import { useSyncExternalStore } from 'react';
import { useApp } from '#features/shared/app-context.ts';
import { shellTexts } from '#texts/shell.ts';
import { Banner } from '#ui/Banner.tsx';
import { topBanner } from '#ui/top-banner.css.ts';

const isKeptWhenRendered = () => true;

/** Warns that the session ends with this page, because the browser's storage is disabled or full. */
export const NotKeptBanner = () => {
  const { isPersisted, onPersistedChange } = useApp().persistence;
  const kept = useSyncExternalStore(onPersistedChange, isPersisted, isKeptWhenRendered);
  if (kept) return null;
  return (
    <div className={topBanner}>
      <Banner tone="warning">{shellTexts.notKept}</Banner>
    </div>
  );
};
