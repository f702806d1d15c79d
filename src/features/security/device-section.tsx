import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Device } from '#domain/security.ts';
import { useApp } from '#features/shared/app-context.ts';
import { devicesFailureText, devicesTexts, forgetFailureText } from '#texts/devices.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { devicesQuery, forgetDeviceMutation } from './device-queries.ts';
import * as styles from './security.css.ts';

const headingId = 'devices';

/** Lists the customer's devices with a button to remove each. Hidden if the pool doesn't track devices. */
export const DeviceSection = () => {
  const { devices } = useApp();
  const { data: list, isFetching, refetch } = useQuery(devicesQuery(devices));

  // The pressed button is gone, together with its device, so move the focus.
  useEffect(() => {
    if (!isFetching && list && isFocusLost()) document.getElementById(headingId)?.focus();
  }, [isFetching, list]);

  if (!list || (list.outcome === 'refused' && list.failure.name === 'devices-untracked')) return null;
  return (
    <Region label={devicesTexts.title} headingId={headingId}>
      {isFetching ? (
        <Spinner label={devicesTexts.loading} />
      ) : list.outcome === 'refused' ? (
        <RetryBanner text={devicesFailureText(list.failure)} onRetry={refetch} />
      ) : (
        <DeviceList devices={list.devices} />
      )}
    </Region>
  );
};

const DeviceList = ({ devices }: { readonly devices: readonly Device[] }) => {
  const removal = useMutation(forgetDeviceMutation(useApp().devices));
  return (
    <div className={styles.panel}>
      {removal.data?.outcome === 'refused' && (
        <Banner tone="error">{forgetFailureText(removal.data.failure)}</Banner>
      )}
      {devices.length === 0 ? (
        <p role="status">{devicesTexts.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: WebKit drops the list role without bullets
        <ul role="list" className={styles.list} aria-label={devicesTexts.list}>
          {devices.map(({ id, name, current }) => (
            <li key={id} className={styles.item}>
              <div className={styles.about}>
                <p>{name || devicesTexts.unnamed}</p>
                {current && <p className={styles.note}>{devicesTexts.current}</p>}
              </div>
              <Button
                variant="secondary"
                small
                aria-disabled={removal.isPending}
                aria-label={devicesTexts.forgetName(name || devicesTexts.unnamed)}
                onClick={() => removal.mutate(id)}
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
