import { useLayoutEffect } from 'react';
import { useOnline } from '#features/use-online.ts';
import { shellTexts } from '#texts/shell.ts';
import { Banner } from '#ui/Banner.tsx';
import { offlineBanner } from './offline-banner.css.ts';

/** Says that the network is gone, for as long as it is. */
export const OfflineBanner = () => {
  const online = useOnline();
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-offline', !online), [online]);
  if (online) return null;
  return (
    <div className={offlineBanner}>
      <Banner tone="warning">{shellTexts.offline}</Banner>
    </div>
  );
};
