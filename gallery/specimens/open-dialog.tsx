import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** A dialog that is open at first, and can be opened again. */
export const OpenDialog = () => {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onClose={close} title="A dialog" footer={<Button onClick={close}>Continue</Button>}>
        <p>The page behind it does not scroll.</p>
      </Dialog>
    </>
  );
};
