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
import { TextField } from '#ui/TextField.tsx';
import * as styles from './billing.css.ts';
import { SettingSection, type SettingSource, useSettingChange } from './setting-section.tsx';

/** The changes are credits per month; null removes the limit. */
export type SpendingLimitSource = SettingSource<SpendingLimit, number | null>;

/** The typed limit. */
const keptLimit = inTab('keptLimit', isText);

const headingId = 'spending-limit';
const queryKey = ['spending-limit'];

export const SpendingLimitSection = ({ load, save }: SpendingLimitSource) => (
  <SettingSection
    queryKey={queryKey}
    load={load}
    texts={spendingLimitTexts}
    lead={spendingLimitTexts.lead}
    headingId={headingId}
  >
    {(limit) => <LimitForm limit={limit} save={save} />}
  </SettingSection>
);

interface LimitFormProps extends Pick<SpendingLimitSource, 'save'> {
  readonly limit: SpendingLimit;
}

const LimitForm = ({ limit, save }: LimitFormProps) => {
  const { monthly_credits } = limit;
  // The dashboard's news and top-up's delays depend on the limit.
  const change = useSettingChange(queryKey, save, [queryKey, ['credits'], ['top-up']]);
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
