import { useApp, useAuth } from '#features/app-context.ts';
import { isForgettingDevice } from '#machines/auth.selectors.ts';
import type { Device } from '#machines/auth.types.ts';
import { devicesTexts } from '#texts/devices.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './devices.css.ts';

/** One device, and the way to forget it. */
export const DeviceItem = ({ device: { id, name, current } }: { readonly device: Device }) => {
  const { auth } = useApp();
  const forgetting = useAuth(isForgettingDevice);
  const shown = name || devicesTexts.unnamed;
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <p>{shown}</p>
        {current && <p className={styles.note}>{devicesTexts.current}</p>}
      </div>
      <Button
        variant="secondary"
        small
        aria-disabled={forgetting}
        aria-label={devicesTexts.forgetName(shown)}
        onClick={() => auth.send({ type: 'device.dismissed', id })}
      >
        {devicesTexts.forget}
      </Button>
    </li>
  );
};
