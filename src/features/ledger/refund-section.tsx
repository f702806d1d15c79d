import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import type { Refund } from '#contract/refunds.ts';
import { topUpNewsSchema } from '#contract/top-up-news.ts';
import { type RefundRefusal, type RefundResult, refundViewOf } from '#domain/refunds.ts';
import {
  type LazyPurchase,
  type LedgerActor,
  type RefundSource,
  useCustomer,
  useLedgerActor,
} from '#features/shared/app-context.ts';
import { useLazyPurchase } from '#features/shared/lazy-purchase.ts';
import { ContactText } from '#features/shared/support-link.tsx';
import { useLastChange } from '#features/shared/use-last-change.ts';
import { useOnline } from '#features/shared/use-online.ts';
import {
  refundFailureText,
  refundReasonText,
  refundTexts as texts,
  refundUntilText,
} from '#texts/refunds.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { bringIntoView, isFocusLost } from '#ui/focus.ts';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import type { DisplayedDetails } from './displayed-details.ts';
import * as styles from './transaction-facts.css.ts';

/** Polling interval while the gateway hasn't confirmed a refund, in ms. */
const checkMs = 10_000;

const keyOf = (id: string) => ['refund', id];

const refundQuery = ({ load }: RefundSource, id: string, ledger: LedgerActor) =>
  queryOptions({
    queryKey: keyOf(id),
    async queryFn({ client, signal }) {
      const wasRequested = Boolean(client.getQueryData<Refund>(keyOf(id))?.requested_at);
      const terms = await load(id, signal);
      // The gateway has confirmed or refused the refund.
      if (wasRequested && !terms?.requested_at) ledger.send({ type: 'refresh.requested' });
      return terms;
    },
    // Don't offer a refund because of an old response.
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => data?.requested_at != null && checkMs,
  });

/** The variable is whether an earlier request's outcome is unknown. */
const refundMutation = ({ request }: RefundSource, id: string, ledger: LedgerActor) =>
  mutationOptions({
    mutationKey: keyOf(id),
    networkMode: 'always',
    mutationFn: (_isRepeat: boolean) => request(id),
    async onSuccess(result: RefundResult, _isRepeat, _, { client }) {
      const isRefused = result.outcome === 'refused';
      if (isRefused && result.name !== 'not-refundable') return;
      if (!isRefused) ledger.send({ type: 'refresh.requested' });
      const reading = client.invalidateQueries({ queryKey: keyOf(id) });
      // The new response says why.
      if (isRefused) await reading;
    },
  });

interface RefundSectionProps {
  readonly transaction: DisplayedDetails;
}

/** Lets customers refund their purchase, or says why they can't. */
export const RefundSection = ({ transaction }: RefundSectionProps) => {
  const parts = useLazyPurchase();
  const { id } = transaction;
  if (parts === null || id === null) return null;
  return <LoadedSection key={id} {...parts} id={id} transaction={transaction} />;
};

interface LoadedSectionProps extends RefundSectionProps, Pick<LazyPurchase, 'refunds' | 'signInAgain'> {
  readonly id: string;
}

const LoadedSection = ({ refunds, signInAgain, id, transaction }: LoadedSectionProps) => {
  const ledger = useLedgerActor();
  const { data: terms, ...reading } = useQuery({
    ...refundQuery(refunds, id, ledger),
    enabled: transaction.status === 'completed',
  });
  const request = useLastChange(
    useMemo(() => keyOf(id), [id]),
    refundMutation(refunds, id, ledger),
  );
  const isPending = request.last?.status === 'pending';
  const result = request.last?.data;
  const outcome = result?.outcome ?? (request.last?.variables ? 'unknown' : undefined);
  const view = refundViewOf(transaction.status, terms, outcome);
  const [isAsking, setIsAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so move the focus.
  useEffect(() => {
    if (view && isFocusLost()) place.current?.focus();
  }, [view]);
  if (view === 'none') return null;

  const isFailed = view === 'loading' && reading.isError;
  const ask = () => {
    request.forget();
    setIsAsking(true);
  };
  const confirm = () =>
    request.change(false, { onSuccess: ({ outcome }) => setIsAsking(outcome === 'refused') });
  return (
    <div ref={place} tabIndex={-1} className={styles.refund}>
      {view === 'done' && <Banner tone="success">{texts.done}</Banner>}
      {view === 'unknown' && (
        <Unknown
          needsSignIn={result?.outcome === 'unknown' && result.needsSignIn}
          isPending={isPending}
          onSignIn={signInAgain}
          onRepeat={() => request.change(true)}
        />
      )}
      {isFailed && <RetryBanner text={texts.failed} onRetry={reading.refetch} small />}
      <p role="status" className={styles.refundLine}>
        {view === 'loading' && !isFailed && texts.loading}
        {view === 'requested' && texts.requested}
        {terms && view === 'barred' && <ContactText>{refundReasonText(terms)}</ContactText>}
        {terms && view === 'offered' && refundUntilText(terms)}
      </p>
      {terms && view === 'offered' && (
        <>
          <Button variant="secondary" busy={isPending} onClick={ask}>
            {texts.start}
          </Button>
          {isAsking && (
            <RefundDialog
              terms={terms}
              card={transaction.card}
              isPending={isPending}
              refusal={result?.outcome === 'refused' ? result : null}
              onConfirm={confirm}
              onSignIn={signInAgain}
              onClose={() => setIsAsking(false)}
            />
          )}
        </>
      )}
    </div>
  );
};

interface UnknownProps {
  readonly needsSignIn: boolean;
  readonly isPending: boolean;
  readonly onSignIn: () => void;
  readonly onRepeat: () => void;
}

const Unknown = ({ needsSignIn, isPending, onSignIn, onRepeat }: UnknownProps) => {
  const isOnline = useOnline();
  return (
    <Banner tone="warning">
      <p>{needsSignIn ? texts.unknownSignIn : texts.unknown}</p>
      <Button busy={isPending} aria-disabled={!isOnline} onClick={needsSignIn ? onSignIn : onRepeat}>
        {needsSignIn ? texts.signInAgain : texts.checkAgain}
      </Button>
    </Banner>
  );
};

interface RefundDialogProps {
  readonly terms: Refund;
  /** Empty if unknown. */
  readonly card: string;
  readonly isPending: boolean;
  readonly refusal: RefundRefusal | null;
  readonly onConfirm: () => void;
  readonly onSignIn: () => void;
  readonly onClose: () => void;
}

const RefundDialog = ({ terms, card, isPending, refusal, onConfirm, ...on }: RefundDialogProps) => {
  const isOnline = useOnline();
  const { data: credits } = useQuery(useCustomer().storeQuery('credits'));
  const topUp = v.safeParse(topUpNewsSchema, credits?.top_up);
  return (
    <Dialog
      open
      onClose={on.onClose}
      title={texts.title}
      footer={
        <>
          <Button variant="secondary" aria-disabled={isPending} onClick={on.onClose}>
            {texts.keep}
          </Button>
          <Button busy={isPending} aria-disabled={!isOnline} onClick={onConfirm}>
            {texts.confirm(terms)}
          </Button>
        </>
      }
    >
      <p>
        <strong>{texts.amount(terms, card)}</strong> {texts.arrival}
      </p>
      <p>{texts.credits(terms)}</p>
      {topUp.success && topUp.output.state === 'on' && <p>{texts.topUp}</p>}
      {!isOnline && <p className={styles.muted}>{texts.offline}</p>}
      {refusal && (
        <div ref={bringIntoView}>
          <Banner tone="error">
            <p>
              <ContactText>{refundFailureText(refusal)}</ContactText>
            </p>
            {refusal.name === 'sign-in-required' && (
              <Button variant="secondary" onClick={on.onSignIn}>
                {texts.signInAgain}
              </Button>
            )}
          </Banner>
        </div>
      )}
    </Dialog>
  );
};
