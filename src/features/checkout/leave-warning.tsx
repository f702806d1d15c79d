import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { isProcessing } from '#machines/purchase/checkout.selectors.ts';
import { leavingTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

export const LeaveWarning = () => {
  const { checkout } = useCustomer();
  const processing = useCheckout(isProcessing);
  // The end of the session stops the machine, and then leaving must work.
  const isUnderWay = useCallback(() => {
    const snapshot = checkout.getSnapshot();
    return snapshot.status === 'active' && isProcessing(snapshot);
  }, [checkout]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnderWay(),
    enableBeforeUnload: isUnderWay,
    disabled: !processing,
    withResolver: true,
  });

  const { reset } = blocker;
  useEffect(() => {
    if (!processing) reset?.();
  }, [processing, reset]);

  if (blocker.status !== 'blocked') return null;
  const leave = () => {
    checkout.send({ type: 'checkout.left' });
    blocker.proceed();
  };
  return (
    <Dialog
      open
      onClose={blocker.reset}
      title={leavingTexts.title}
      footer={
        <>
          <Button variant="secondary" onClick={leave}>
            {leavingTexts.leave}
          </Button>
          <Button onClick={blocker.reset}>{leavingTexts.stay}</Button>
        </>
      }
    >
      <p>{leavingTexts.hint}</p>
    </Dialog>
  );
};
