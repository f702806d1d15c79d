import { useApp, useAuth } from '#features/app-context.ts';
import { DevicesButton } from '#features/devices/devices-button.tsx';
import { isBusy, selectGreetingName } from '#machines/auth.selectors.ts';
import { shellTexts } from '#texts/shell.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { Button } from '#ui/Button.tsx';
import { narrowLabel } from '#ui/narrow-label.css.ts';
import { ThemeSwitch } from '#ui/ThemeSwitch.tsx';
import * as styles from './dashboard.css.ts';

/** Greets the customer, shows them their devices and lets them out. */
export const DashboardHeader = () => {
  const { auth } = useApp();
  const name = useAuth(selectGreetingName);
  const busy = useAuth(isBusy);
  return (
    <header className={styles.header}>
      <p className={styles.brand}>
        <span className={styles.mark}>
          <BrandMark />
        </span>
        {shellTexts.brand}
      </p>
      <h1 className={styles.greeting} tabIndex={-1}>
        {shellTexts.welcome(name)}
      </h1>
      <div className={styles.actions}>
        <ThemeSwitch />
        <DevicesButton />
        <Button
          variant="secondary"
          small
          icon={styles.signOutIcon}
          busy={busy}
          onClick={() => auth.send({ type: 'sign-out.requested' })}
        >
          <span className={narrowLabel}>{shellTexts.signOut}</span>
        </Button>
      </div>
    </header>
  );
};
