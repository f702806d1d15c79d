import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { formatCents, formatCount } from '#domain/format.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import { ReturnLink } from '#features/shared/return-link.tsx';
import { useOnline } from '#features/shared/use-online.ts';
import { selectPurchase } from '#machines/purchase/checkout.selectors.ts';
import { successTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import * as styles from './success-dialog.css.ts';

/** Returns the balance after the purchase, or null until it has been refetched. */
const useBalanceAfter = (): number | null => {
  const query = useCustomer().storeQuery('balance');
  const { data, isFetching } = useQuery(query);
  const isStale = useQueryClient().getQueryState(query.queryKey)?.isInvalidated ?? true;
  return data === undefined || isFetching || isStale ? null : data.balance;
};

export const SuccessDialog = () => {
  const { checkout } = useCustomer();
  const purchase = useCheckout(selectPurchase);
  const balance = useBalanceAfter();
  const navigate = useNavigate();
  const online = useOnline();
  const offlineId = useId();
  const isOpen = purchase !== null;
  const close = () => checkout.send({ type: 'success.dismissed' });

  const viewDetails = (tx: string) => {
    close();
    void navigate({ to: '/dashboard', search: { tx }, resetScroll: false });
  };

  // The focused button is gone, together with its form, so move the focus.
  useEffect(() => (isOpen ? () => focusHeading('packages') : undefined), [isOpen]);

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={successTexts.title}
      footer={
        <>
          {purchase && (
            <Button
              variant="secondary"
              aria-disabled={!online}
              aria-describedby={online ? undefined : offlineId}
              onClick={() => viewDetails(purchase.transaction_id)}
            >
              {successTexts.viewDetails}
            </Button>
          )}
          <Button onClick={close}>{successTexts.continue}</Button>
        </>
      }
    >
      {purchase && (
        <div className={styles.body}>
          <div className={styles.sky} aria-hidden="true">
            {styles.coins.map((coin) => (
              <span key={coin} className={coin} />
            ))}
          </div>
          <span className={styles.medal} aria-hidden="true">
            <span className={styles.gold} />
          </span>
          <p className={styles.added} role="status">
            <span>{successTexts.added(formatCount(purchase.credits_added))}</span>{' '}
            <span className={styles.balance}>
              {balance !== null && successTexts.balance(formatCount(balance))}
            </span>
          </p>
          <p className={styles.paid}>{successTexts.paid(formatCents(purchase.amount_cents))}</p>
          {!online && (
            <p id={offlineId} className={styles.paid}>
              {successTexts.receiptOffline}
            </p>
          )}
          <ReturnLink className={standaloneLink} />
        </div>
      )}
    </Dialog>
  );
};
