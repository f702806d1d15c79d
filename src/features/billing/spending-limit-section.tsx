import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { SpendingLimit } from '#contract/spending-limit.ts';
import { hasChangedNothing } from '#domain/store-error.ts';
import { parseCredits } from '#domain/top-up.ts';
import { useCustomer } from '#features/shared/app-context.ts';
import { useLazyPurchase } from '#features/shared/lazy-purchase.ts';
import { inTab, isText } from '#features/shared/memory.ts';
import { useField, useForm, useFormState } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useSavedValues } from '#features/shared/use-saved-values.ts';
import { newCardTexts } from '#texts/new-card.ts';
import { limitFailureText, limitProblemText, spendingLimitTexts } from '#texts/spending-limit.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import * as styles from './billing.css.ts';

/** The spending limit in the store API. `load` resolves with null if the store has none. Both can reject. */
export interface SpendingLimitSource {
  readonly load: (signal?: AbortSignal) => Promise<SpendingLimit | null>;
  /** @param credits per month; null removes the limit */
  readonly save: (credits: number | null) => Promise<SpendingLimit>;
}

/** The typed limit. */
const keptLimit = inTab('keptLimit', isText);

const headingId = 'spending-limit';
const queryKey = ['spending-limit'];

/** Renders nothing until it's known whether the store has spending limits, and nothing if it has none. */
export const SpendingLimitSection = ({ load, save }: SpendingLimitSource) => {
  const { data, isFetching, isError, errorUpdateCount, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    retry: false,
    refetchOnReconnect: true,
  });
  if (data === null || (data === undefined && errorUpdateCount === 0)) return null;
  return (
    <Region label={spendingLimitTexts.title} headingId={headingId}>
      <p className={styles.lead}>{spendingLimitTexts.lead}</p>
      {isError && !isFetching && (
        <RetryBanner text={data ? spendingLimitTexts.stale : spendingLimitTexts.failed} onRetry={refetch} />
      )}
      {data ? (
        <LimitForm limit={data} save={save} />
      ) : (
        isFetching && <Spinner label={spendingLimitTexts.loading} />
      )}
    </Region>
  );
};

const useLimitChange = (save: SpendingLimitSource['save']) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    async onSuccess(saved) {
      // Cancel requests in flight, so that a stale response can't overwrite this result.
      await client.cancelQueries({ queryKey });
      // Only update an existing entry: if the session has ended, the cache is empty.
      client.setQueryData<SpendingLimit | null>(queryKey, (known) => known && saved);
    },
    onSettled() {
      // A failed change may have been made. The dashboard's news and top-up's delays depend on the limit.
      for (const key of [queryKey, ['credits'], ['top-up']]) void client.invalidateQueries({ queryKey: key });
    },
  });
};

interface LimitFormProps extends Pick<SpendingLimitSource, 'save'> {
  readonly limit: SpendingLimit;
}

const LimitForm = ({ limit, save }: LimitFormProps) => {
  const { monthly_credits } = limit;
  const change = useLimitChange(save);
  const kept = useCustomer().memory(keptLimit);
  const [typed] = useState(kept.read);
  useEffect(() => kept.forget(), [kept]);
  const isOnline = useOnline();
  const isInert = !isOnline || change.isPending;
  const isRemoval = change.variables === null;
  // The pressed button is gone, so move the focus.
  useEffect(() => {
    if (monthly_credits === null && isFocusLost()) document.getElementById(headingId)?.focus();
  }, [monthly_credits]);
  const saved = useMemo(() => ({ limit: `${monthly_credits ?? ''}` }), [monthly_credits]);
  const form = useForm({
    initial: { limit: typed ?? saved.limit },
    labels: spendingLimitTexts.fields,
    check: (values) => ({ limit: limitProblemText(values.limit) }),
    submit(values) {
      if (!isInert) change.mutate(parseCredits(values.limit));
    },
  });
  useSavedValues(form, saved);
  const blocking = useFormState(form, form.blockingLabels);
  const isShown = useFormState(form, () => parseCredits(form.values().limit) === monthly_credits);
  return (
    <form {...form.props} className={styles.panel}>
      <Facts limit={limit} />
      <div className={styles.group}>
        <div className={styles.groupField}>
          <TextField
            {...useField(form, 'limit')}
            hint={spendingLimitTexts.unit}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      </div>
      <p className={styles.note}>{isOnline ? spendingLimitTexts.recent : spendingLimitTexts.offline}</p>
      <div className={styles.actions}>
        <Button type="submit" busy={change.isPending && !isRemoval} aria-disabled={isInert}>
          {spendingLimitTexts.save}
        </Button>
        {monthly_credits !== null && (
          <Button
            variant="secondary"
            busy={change.isPending && isRemoval}
            aria-disabled={isInert}
            onClick={() => change.mutate(null)}
          >
            {spendingLimitTexts.remove}
          </Button>
        )}
      </div>
      {blocking && <Banner tone="error">{newCardTexts.check(blocking)}</Banner>}
      {change.isError && !blocking && (
        <Failure error={change.error} isRemoval={isRemoval} onSignIn={() => kept.keep(form.values().limit)} />
      )}
      <p role="status" className={styles.news}>
        {/* The limit may have been changed elsewhere since, or another one typed. */}
        {change.isSuccess &&
          isShown &&
          change.variables === monthly_credits &&
          (isRemoval ? spendingLimitTexts.removed : spendingLimitTexts.saved)}
      </p>
    </form>
  );
};

const Facts = ({ limit }: Pick<LimitFormProps, 'limit'>) => (
  <>
    <dl className={styles.facts}>
      {Object.entries(spendingLimitTexts.facts(limit)).map(([name, text]) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.note}>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    {limit.used >= (limit.monthly_credits ?? Number.POSITIVE_INFINITY) && (
      <p className={styles.warning}>{spendingLimitTexts.reached(limit)}</p>
    )}
  </>
);

interface FailureProps {
  readonly error: unknown;
  readonly isRemoval: boolean;
  readonly onSignIn: () => void;
}

const Failure = ({ error, isRemoval, onSignIn }: FailureProps) => {
  const signInAgain = useLazyPurchase()?.signInAgain;
  const signIn = () => {
    onSignIn();
    signInAgain?.();
  };
  return (
    <Banner tone="error">
      <div className={styles.row}>
        <p>{limitFailureText(error, isRemoval)}</p>
        {hasChangedNothing(error) && error.code === 'recent-sign-in-required' && signInAgain && (
          <Button variant="secondary" onClick={signIn}>
            {spendingLimitTexts.signInAgain}
          </Button>
        )}
      </div>
    </Banner>
  );
};
