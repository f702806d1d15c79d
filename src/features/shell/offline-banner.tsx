import { useEffect, useRef } from 'react';
import { useOnline } from '#features/use-online.ts';
import { shellTexts } from '#texts/shell.ts';
import { Banner } from '#ui/Banner.tsx';
import { keepClear } from '#ui/clear-place.ts';
import * as styles from './offline-banner.css.ts';

/** Says that the network is gone, for as long as it is. */
export const OfflineBanner = () => (useOnline() ? null : <Offline />);

const Offline = () => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => keepClear(() => (place.current === null ? [] : [place.current])), []);
  return (
    <div ref={place} className={styles.place}>
      <Banner tone="warning">
        <span>{shellTexts.offline}</span> <span className={styles.hint}>{shellTexts.offlineHint}</span>
      </Banner>
    </div>
  );
};
