import { useApp, useAuth } from '#features/app-context.ts';
import { DevicesButton } from '#features/devices/devices-button.tsx';
import { isBusy, selectGreetingName } from '#machines/auth.selectors.ts';
import { dashboardTexts } from '#texts/store.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './dashboard.css.ts';

/** Greets the customer, shows them their devices and lets them out. */
export const DashboardHeader = () => {
  const { auth } = useApp();
  const name = useAuth(selectGreetingName);
  const busy = useAuth(isBusy);
  return (
    <header className={styles.header}>
      <h1 className={styles.greeting} tabIndex={-1}>
        {dashboardTexts.welcome(name)}
      </h1>
      <div className={styles.actions}>
        <DevicesButton />
        <Button variant="secondary" busy={busy} onClick={() => auth.send({ type: 'sign-out.requested' })}>
          {dashboardTexts.signOut}
        </Button>
      </div>
    </header>
  );
};
