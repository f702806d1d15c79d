import { useLayoutEffect, useSyncExternalStore } from 'react';
import { shellTexts } from '#texts/shell.ts';
import { Banner } from '#ui/Banner.tsx';
import { offlineBanner } from './offline-banner.css.ts';

const subscribe = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

const isOnline = () => navigator.onLine;
const isOnlineOnServer = () => true;

/** Says that the network is gone, for as long as it is. */
export const OfflineBanner = () => {
  const online = useSyncExternalStore(subscribe, isOnline, isOnlineOnServer);
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-offline', !online), [online]);
  if (online) return null;
  return (
    <div className={offlineBanner}>
      <Banner tone="warning">{shellTexts.offline}</Banner>
    </div>
  );
};
