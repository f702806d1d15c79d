import { type ReactNode, useState } from 'react';
import { useAuth } from '#features/app-context.ts';
import { isBusy } from '#machines/auth.selectors.ts';
import { devicesTexts } from '#texts/devices.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { narrowLabel } from '#ui/narrow-label.css.ts';
import * as styles from './devices.css.ts';

/** Opens the dialog with the customer's devices, and with what keeps others out: its children. */
export const DevicesButton = ({ children }: { readonly children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const busy = useAuth(isBusy);
  return (
    <>
      <Button
        variant="secondary"
        small
        icon={styles.openIcon}
        aria-haspopup="dialog"
        aria-disabled={busy}
        onClick={() => setOpen(true)}
      >
        <span className={narrowLabel}>{devicesTexts.open}</span>
      </Button>
      <Dialog open={open} title={devicesTexts.title} onClose={() => setOpen(false)}>
        {children}
      </Dialog>
    </>
  );
};
