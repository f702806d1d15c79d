import { type ReactNode, useState } from 'react';
import { useAuth, useCustomer } from '#features/shared/app-context.ts';
import { isBusy } from '#machines/account/auth.selectors.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { narrowLabel } from '#ui/VisuallyHidden.css.ts';
import { openIcon } from './security-button.css.ts';

export const SecurityButton = ({ children }: { readonly children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const busy = useAuth(isBusy);
  const { dropSought } = useCustomer();
  const show = () => {
    dropSought();
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="secondary"
        small
        icon={openIcon}
        aria-haspopup="dialog"
        aria-disabled={busy}
        onClick={show}
      >
        <span className={narrowLabel}>{dashboardTexts.security}</span>
      </Button>
      <Dialog open={open} title={dashboardTexts.security} onClose={() => setOpen(false)}>
        {children}
      </Dialog>
    </>
  );
};
