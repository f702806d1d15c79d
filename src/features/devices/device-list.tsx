import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApp } from '#features/app-context.ts';
import { devicesFailureText, devicesTexts, forgetFailureText } from '#texts/devices.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { isFocusLost } from '#ui/focus-lost.ts';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { devicesQuery, forgetDeviceMutation } from './device-queries.ts';
import * as styles from './devices.css.ts';

/** The devices and the way to forget each, or what is to be said instead. */
export const DeviceList = () => {
  const { devices } = useApp();
  const { data: list, isFetching, refetch } = useQuery(devicesQuery(devices));
  const {
    data: forgotten,
    isPending: forgetting,
    mutate: forget,
  } = useMutation(forgetDeviceMutation(devices));
  const shown = useRef<HTMLDivElement>(null);

  // The button that was pressed has gone with its device.
  useEffect(() => {
    if (!isFetching && list && isFocusLost()) shown.current?.focus();
  }, [isFetching, list]);

  if (isFetching || !list) return <Spinner label={devicesTexts.loading} />;
  if (list.outcome === 'refused')
    return <RetryBanner text={devicesFailureText(list.failure)} onRetry={refetch} />;
  return (
    <div ref={shown} className={styles.devices} tabIndex={-1}>
      {forgotten?.outcome === 'refused' && (
        <Banner tone="error">{forgetFailureText(forgotten.failure)}</Banner>
      )}
      {list.devices.length === 0 ? (
        <p role="status">{devicesTexts.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: WebKit takes the meaning away from lists without bullets
        <ul role="list" className={styles.list} aria-label={devicesTexts.list}>
          {list.devices.map(({ id, name, current }) => (
            <li key={id} className={styles.item}>
              <div className={styles.about}>
                <p>{name || devicesTexts.unnamed}</p>
                {current && <p className={styles.note}>{devicesTexts.current}</p>}
              </div>
              <Button
                variant="secondary"
                small
                aria-disabled={forgetting}
                aria-label={devicesTexts.forgetName(name || devicesTexts.unnamed)}
                onClick={() => forget(id)}
              >
                {devicesTexts.forget}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
