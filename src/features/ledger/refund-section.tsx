import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { Refund } from '#contract/refunds.ts';
import { topUpNewsSchema } from '#contract/top-up-news.ts';
import { refundViewOf } from '#domain/refunds.ts';
import { hasChangedNothing } from '#domain/store-error.ts';
import { useCustomer, useLedgerActor } from '#features/shared/app-context.ts';
import { useLazyPurchase } from '#features/shared/lazy-purchase.ts';
import { ContactLine, ContactText } from '#features/shared/support-link.tsx';
import { useOnline } from '#features/shared/use-online.ts';
import { selectOpenTransaction } from '#machines/lists/ledger.selectors.ts';
import { refundFailureText, refundLineText, refundTexts } from '#texts/refunds.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { bringIntoView, isFocusLost } from '#ui/focus.ts';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import type { DisplayedDetails } from './displayed-details.ts';
import * as styles from './transaction-facts.css.ts';

/** Polling interval while the gateway hasn't confirmed a refund, in ms. */
const checkMs = 10_000;

interface RefundSectionProps extends Pick<DisplayedDetails, 'id' | 'status' | 'card'> {
  /** Called once the purchase is refunded. */
  readonly onRefunded: () => void;
}

/** Reads the terms of a refund, and requests it. */
const useRefund = ({ id, status, onRefunded }: RefundSectionProps) => {
  const parts = useLazyPurchase();
  const ledger = useLedgerActor();
  const client = useQueryClient();
  const queryKey = ['refund', id];
  const reading = useQuery({
    queryKey,
    queryFn: ({ signal }) => parts?.refunds.load(id ?? '', signal) ?? null,
    enabled: parts !== null && id !== null && status === 'completed',
    // Don't offer a refund because of an old response.
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => data?.requested_at != null && checkMs,
  });
  const request = useMutation({
    mutationFn: async () => parts?.refunds.request(id ?? ''),
    onSuccess: async (isRefunded) => {
      await client.cancelQueries({ queryKey });
      const news = isRefunded ? { reason: 'not-completed' } : { requested_at: new Date().toISOString() };
      client.setQueryData<Refund>(queryKey, (terms) => terms && { ...terms, allowed: false, ...news });
    },
    onSettled(_isRefunded, error) {
      // A refund changes the balance and top-up, too.
      const isStale = (key: QueryKey) => error !== null || key[0] !== queryKey[0];
      void client.invalidateQueries({ predicate: (query) => isStale(query.queryKey) });
      if (selectOpenTransaction(ledger.getSnapshot())?.id !== id) ledger.send({ type: 'history.outdated' });
    },
  });
  const isRowOutdated = !request.isIdle || reading.data?.reason === 'not-completed';
  // Under its filter, a refunded purchase would leave the list and close these details.
  useEffect(
    () => (isRowOutdated ? () => ledger.send({ type: 'history.outdated' }) : undefined),
    [isRowOutdated, ledger],
  );
  const { error } = request;
  const refusal = hasChangedNothing(error) ? error : null;
  const outcome = request.isSuccess ? 'requested' : request.isError && refusal === null ? 'unknown' : 'none';
  /** The store may not have got the request, so it can be offered again. */
  const check = useMutation({
    mutationFn: () => reading.refetch({ throwOnError: true }),
    onSuccess: ({ data: terms }) => terms?.allowed && request.reset(),
  });
  const view = parts === null ? 'none' : refundViewOf(status, reading.data, outcome);
  useEffect(() => {
    if (view === 'done') onRefunded();
  }, [view, onRefunded]);
  return {
    view,
    reading,
    request,
    refusal,
    check,
    signInAgain: parts?.signInAgain,
  };
};

/** Lets customers refund their purchase, or says why they can't. */
export const RefundSection = (props: RefundSectionProps) => {
  const { view, reading, request, refusal, check, signInAgain } = useRefund(props);
  const [isAsking, setIsAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!wasAsked.current) return;
    // The pressed button is gone, so move the focus.
    if (isFocusLost()) place.current?.focus();
    if (view !== 'offered') bringIntoView(place.current);
  }, [view]);
  if (view === 'none') return null;

  const { data: terms } = reading;
  const isFailed = view === 'loading' && reading.isError;
  const text = request.isPending ? refundTexts.sending : refundLineText(view, terms);
  const line = view === 'unknown' && check.isError ? `${text} ${refundTexts.unchecked}` : text;
  const ask = () => {
    wasAsked.current = true;
    request.reset();
    setIsAsking(true);
  };
  const close = () => setIsAsking(false);
  const confirm = () =>
    request.mutate(undefined, { onError: (error) => setIsAsking(hasChangedNothing(error)) });
  return (
    <div ref={place} tabIndex={-1} className={styles.refund}>
      {isFailed && <RetryBanner text={refundTexts.failed} onRetry={reading.refetch} small />}
      {terms && view === 'offered' && (
        <Button variant="secondary" busy={request.isPending} onClick={ask}>
          {refundTexts.start}
        </Button>
      )}
      <p role="status" className={styles.refundLine}>
        {!isFailed && <ContactText>{line}</ContactText>}
      </p>
      {view === 'unknown' && (
        <OnlineButton busy={check.isPending} onClick={() => check.mutate()}>
          {refundTexts.checkAgain}
        </OnlineButton>
      )}
      {terms && view === 'offered' && isAsking && (
        <RefundDialog terms={terms} {...props} busy={request.isPending} onConfirm={confirm} onClose={close}>
          {refusal && (
            <Banner tone="error">
              <div className={styles.refund}>
                <ContactLine>{refundFailureText(refusal)}</ContactLine>
                {refusal.code === 'recent-sign-in-required' && (
                  <OnlineButton onClick={signInAgain}>{refundTexts.signInAgain}</OnlineButton>
                )}
              </div>
            </Banner>
          )}
        </RefundDialog>
      )}
    </div>
  );
};

const OnlineButton = (props: ButtonProps) => (
  <Button variant="secondary" {...props} aria-disabled={!useOnline()} />
);

interface RefundDialogProps extends PropsWithChildren {
  readonly terms: Refund;
  /** Empty if unknown. */
  readonly card: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const RefundDialog = ({ terms, card, busy, onConfirm, onClose, children }: RefundDialogProps) => {
  const isOnline = useOnline();
  const { data: credits } = useQuery(useCustomer().storeQuery('credits'));
  const topUp = v.safeParse(topUpNewsSchema, credits?.top_up);
  return (
    <Dialog
      open
      onClose={onClose}
      title={refundTexts.title}
      footer={
        <>
          <Button variant="secondary" aria-disabled={busy} onClick={onClose}>
            {refundTexts.keep}
          </Button>
          <OnlineButton variant="primary" busy={busy} onClick={onConfirm}>
            {refundTexts.confirm(terms)}
          </OnlineButton>
        </>
      }
    >
      <p>
        <strong>{refundTexts.amount(terms, card)}</strong> <span>{refundTexts.arrival}</span>
      </p>
      <p>{refundTexts.credits(terms)}</p>
      {topUp.success && topUp.output.state === 'on' && <p>{refundTexts.topUp}</p>}
      {!isOnline && <p className={styles.muted}>{refundTexts.offline}</p>}
      {children}
    </Dialog>
  );
};
