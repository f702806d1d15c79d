import { useEffect, useRef } from 'react';
import { useApp, useAuth } from '#features/app-context.ts';
import { selectDevices, selectDevicesStatus, selectFailureOf } from '#machines/auth.selectors.ts';
import { devicesFailureText, devicesTexts, forgetFailureText } from '#texts/devices.ts';
import { Banner } from '#ui/Banner.tsx';
import { isFocusLost } from '#ui/focus-lost.ts';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { DeviceItem } from './device-item.tsx';
import * as styles from './devices.css.ts';

const selectListFailure = selectFailureOf('list-devices');
const selectForgetFailure = selectFailureOf('forget-device');

/** The devices, or what is to be said instead. */
export const DeviceList = () => {
  const { auth } = useApp();
  const status = useAuth(selectDevicesStatus);
  const devices = useAuth(selectDevices);
  const listFailure = useAuth(selectListFailure);
  const forgetFailure = useAuth(selectForgetFailure);
  const shown = useRef<HTMLDivElement>(null);

  // The button that was pressed has gone with its device.
  useEffect(() => {
    if (status !== 'loading' && devices && isFocusLost()) shown.current?.focus();
  }, [status, devices]);

  if (status === 'loading') return <Spinner label={devicesTexts.loading} />;
  if (listFailure !== null)
    return (
      <RetryBanner
        text={devicesFailureText(listFailure)}
        onRetry={() => auth.send({ type: 'devices.requested' })}
      />
    );
  return (
    <div ref={shown} className={styles.devices} tabIndex={-1}>
      {forgetFailure && <Banner tone="error">{forgetFailureText(forgetFailure)}</Banner>}
      {devices.length === 0 ? (
        <p role="status">{devicesTexts.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: WebKit takes the meaning away from lists without bullets
        <ul role="list" className={styles.list} aria-label={devicesTexts.list}>
          {devices.map((device) => (
            <DeviceItem key={device.id} device={device} />
          ))}
        </ul>
      )}
    </div>
  );
};
