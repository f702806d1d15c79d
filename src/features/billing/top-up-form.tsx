import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId } from 'react';
import type { SavedCard } from '#contract/cards.ts';
import type { Product } from '#contract/products.ts';
import { type TopUp, topUpConsentVersion } from '#contract/top-up.ts';
import { totalCredits } from '#domain/packages.ts';
import { cardsForTopUp, type TopUpFailure, type TopUpField } from '#domain/top-up.ts';
import type { CardsSource } from '#features/shared/cards-queries.ts';
import { focusField } from '#features/shared/focus-field.ts';
import type { Memory } from '#features/shared/memory.ts';
import type { StoreQuery } from '#features/shared/store-query.ts';
import { useCards } from '#features/shared/use-cards.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { billingTexts } from '#texts/billing.ts';
import { savedCardName } from '#texts/cards.ts';
import { consentText, topUpFailureText, topUpProblemText, topUpTexts } from '#texts/top-up.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import * as styles from './billing.css.ts';
import { keptTopUp } from './kept-top-up.ts';
import { type TopUpDraft, useTopUpDraft } from './top-up-draft.ts';
import type { TopUpChanges } from './top-up-queries.ts';

interface FormParts {
  readonly topUp: TopUp;
  readonly changes: TopUpChanges;
  readonly memory: Memory;
  readonly signInAgain: () => void;
}

interface SettingsFormProps extends FormParts {
  readonly cards: CardsSource;
  readonly storeQuery: StoreQuery;
}

/** The form, once the packages and a card that can be charged are there. */
export const TopUpSettingsForm = ({ cards, storeQuery, ...parts }: SettingsFormProps) => {
  const { list: saved, view, reload } = useCards(cards);
  const { data: products, isPending, refetch } = useQuery(storeQuery('products'));
  if (view === 'failed') return <RetryBanner text={billingTexts.failed} onRetry={reload} />;
  if (view === 'loading' || isPending) return <Spinner label={topUpTexts.loading} />;
  if (products === undefined) return <RetryBanner text={topUpTexts.packagesFailed} onRetry={refetch} />;
  if (saved.length === 0)
    return (
      <div>
        <p>{topUpTexts.noCard}</p>
        <p className={styles.note}>{topUpTexts.noCardHint}</p>
      </div>
    );
  const usable = cardsForTopUp(saved, Date.now());
  if (usable.length === 0) return <p>{topUpTexts.noUsableCard}</p>;
  if (products.length === 0) return <p>{topUpTexts.noPackages}</p>;
  return <Form {...parts} products={products} cards={usable} />;
};

interface FormProps extends FormParts {
  readonly products: readonly Product[];
  readonly cards: readonly SavedCard[];
}

const Form = ({ topUp, changes, products, cards, memory, signInAgain }: FormProps) => {
  const draft = useTopUpDraft({ topUp, products, cards, kept: memory(keptTopUp).read() ?? {} });
  useEffect(() => memory(keptTopUp).forget(), [memory]);
  const { save, pending, failure } = changes;
  const online = useOnline();
  const consentId = useId();
  const isKnownVersion = topUp.consent_version === topUpConsentVersion;
  const inert = pending !== undefined || !online || !isKnownVersion;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inert) return;
    const wrong = draft.check();
    const settings = draft.settings();
    if (settings !== null) save(settings);
    else if (wrong !== undefined) focusField(event.currentTarget, wrong);
  };
  const signInKeeping = () => {
    memory(keptTopUp).keep(draft.edits);
    signInAgain();
  };
  return (
    <form className={styles.form} noValidate method="post" onSubmit={submit}>
      {topUp.state === 'off' && <p className={styles.note}>{topUpTexts.saveTurnsOn}</p>}
      <div className={styles.fields}>
        <AmountField draft={draft} field="threshold" inputMode="numeric" />
        <SelectField
          label={topUpTexts.buy}
          name="product"
          value={draft.form.productId}
          options={products.map((product) => ({
            value: product.id,
            label: topUpTexts.option(product.name, totalCredits(product), product.price_cents),
          }))}
          onChange={({ currentTarget }) => draft.choose({ productId: currentTarget.value })}
        />
        {cards.length > 1 && (
          <SelectField
            label={topUpTexts.card}
            name="card"
            value={draft.form.cardId}
            options={cards.map((card) => ({ value: card.id, label: savedCardName(card) }))}
            onChange={({ currentTarget }) => draft.choose({ cardId: currentTarget.value })}
          />
        )}
        <AmountField draft={draft} field="limit" inputMode="decimal" />
      </div>
      {draft.refused.length > 0 && <Banner tone="error">{topUpTexts.check(draft.refused)}</Banner>}
      {failure?.change === 'save' && <Failure failure={failure} onSignIn={signInKeeping} />}
      <div className={styles.agreement}>
        {isKnownVersion ? (
          <p id={consentId} className={styles.consent}>
            {consentText({
              card: draft.card,
              price: draft.product?.price_cents ?? null,
              credits: draft.product && totalCredits(draft.product),
              threshold: draft.threshold,
              limit: draft.limit,
              intervalSeconds: topUp.interval_seconds,
            })}
          </p>
        ) : (
          <NewWords id={consentId} />
        )}
        <Button type="submit" busy={pending === 'save'} aria-disabled={inert} aria-describedby={consentId}>
          {topUpTexts.save}
        </Button>
      </div>
    </form>
  );
};

interface AmountFieldProps {
  readonly draft: TopUpDraft;
  readonly field: TopUpField;
  readonly inputMode: 'numeric' | 'decimal';
}

const AmountField = ({ draft, field, inputMode }: AmountFieldProps) => {
  const problem = draft.shownProblem(field);
  return (
    <TextField
      label={topUpTexts.fields[field]}
      hint={topUpTexts.hints[field]}
      error={problem && topUpProblemText(field, problem, draft.product)}
      name={field}
      inputMode={inputMode}
      autoComplete="off"
      value={draft.form[field]}
      onChange={({ currentTarget }) => draft.type(field, currentTarget.value)}
      onBlur={() => draft.leave(field)}
    />
  );
};

interface FailureProps {
  readonly failure: TopUpFailure;
  readonly onSignIn: () => void;
}

/** Why the settings were not saved. */
const Failure = ({ failure, onSignIn }: FailureProps) => (
  <Banner tone="error">
    <div className={styles.failure}>
      <p>{topUpFailureText(failure)}</p>
      {failure.name === 'sign-in-required' && (
        <Button variant="secondary" onClick={onSignIn}>
          {topUpTexts.signInAgain}
        </Button>
      )}
      {failure.name === 'consent-outdated' && <Reload />}
    </div>
  </Banner>
);

const Reload = () => (
  <Button variant="secondary" onClick={() => location.reload()}>
    {topUpTexts.reload}
  </Button>
);

/** The server has words that this page doesn't know. */
const NewWords = ({ id }: { readonly id: string }) => (
  <div className={styles.failure}>
    <p id={id}>{topUpTexts.unknownWords}</p>
    <Reload />
  </div>
);
