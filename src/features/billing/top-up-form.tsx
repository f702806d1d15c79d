import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { SavedCard } from '#contract/cards.ts';
import type { Product } from '#contract/products.ts';
import { type TopUp, topUpConsentVersion } from '#contract/top-up.ts';
import { totalCredits } from '#domain/packages.ts';
import {
  cardsForTopUp,
  checkTopUpField,
  createTopUpForm,
  parseCredits,
  parseDollars,
  type TopUpFailure,
  type TopUpField,
  type TopUpForm,
  topUpFields,
} from '#domain/top-up.ts';
import { useCustomer } from '#features/shared/app-context.ts';
import { type CardsSource, useCards } from '#features/shared/cards-queries.ts';
import { type Form as FormOf, useField, useForm, useFormState } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useSavedValues } from '#features/shared/use-saved-values.ts';
import { billingTexts } from '#texts/billing.ts';
import { savedCardName } from '#texts/cards.ts';
import { newCardTexts } from '#texts/new-card.ts';
import { consentText, topUpFailureText, topUpProblemText, topUpTexts } from '#texts/top-up.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import * as styles from './billing.css.ts';
import { keptTopUp, type TopUpChanges } from './top-up-queries.ts';

interface FormParts {
  readonly topUp: TopUp;
  readonly changes: TopUpChanges;
  readonly signInAgain: () => void;
}

export interface SettingsFormProps extends FormParts {
  readonly cards: CardsSource;
}

/** Shows the form after the packages and cards have loaded. Requires a card that can be charged. */
export const TopUpSettingsForm = ({ cards, ...parts }: SettingsFormProps) => {
  const { storeQuery } = useCustomer();
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
  // Reset the form if the choices change, so that the consent text always matches the selection.
  const key = [...products, ...usable].map(({ id }) => id).join();
  return <Form key={key} {...parts} products={products} cards={usable} />;
};

const isKnownVersion = ({ consent_version }: TopUp): boolean => consent_version === topUpConsentVersion;

const find = <Item extends { readonly id: string }>(items: readonly Item[], id: string): Item | null =>
  items.find((item) => item.id === id) ?? null;

interface FormProps extends FormParts {
  readonly products: readonly Product[];
  readonly cards: readonly SavedCard[];
}

/** Creates the form. Prefills the saved settings, or what the customer typed before signing in again. */
const useSettingsForm = ({ topUp, changes, products, cards }: FormProps) => {
  const { memory } = useCustomer();
  const [kept] = useState(() => memory(keptTopUp).read() ?? {});
  useEffect(() => memory(keptTopUp).forget(), [memory]);
  const { threshold, limit, ...choices } = createTopUpForm(
    { ...topUp, product_id: kept.productId ?? topUp.product_id, card_id: kept.cardId ?? topUp.card_id },
    products,
    cards,
  );
  const isInert = !useOnline() || changes.pending !== undefined || !isKnownVersion(topUp);
  const form = useForm({
    initial: { threshold: kept.threshold ?? threshold, ...choices, limit: kept.limit ?? limit },
    labels: topUpTexts.fields,
    check(values) {
      const product = find(products, values.productId);
      const textOf = (field: TopUpField) => {
        const problem = checkTopUpField(field, values, product);
        return problem && topUpProblemText(field, problem, product);
      };
      return { threshold: textOf('threshold'), limit: textOf('limit') };
    },
    onEdit(values, name) {
      // Recheck the amounts, which may be invalid for the new package.
      if (name === 'productId') for (const field of topUpFields) if (values[field] !== '') form.check(field);
    },
    submit({ threshold, limit, productId, cardId }) {
      const thresholdCredits = parseCredits(threshold);
      const monthlyLimitCents = parseDollars(limit);
      if (isInert || thresholdCredits === null || monthlyLimitCents === null) return;
      const expectedCents = find(products, productId)?.price_cents ?? 0;
      const consent = topUp.consent_version;
      changes.save({ thresholdCredits, productId, cardId, monthlyLimitCents, expectedCents, consent });
    },
  });
  useSavedValues(form, createTopUpForm(topUp, products, cards));
  const keep = () => {
    memory(keptTopUp).keep(form.values());
  };
  return { form, keep, isInert };
};

const Form = (props: FormProps) => {
  const { topUp, changes, products, cards, signInAgain } = props;
  const { form, keep, isInert } = useSettingsForm(props);
  const cardField = useField(form, 'cardId');
  const blocking = useFormState(form, form.blockingLabels);
  const { pending, failure } = changes;
  const consentId = useId();
  const signInKeeping = () => {
    keep();
    signInAgain();
  };
  return (
    <form {...form.props} className={styles.form}>
      {topUp.state === 'off' && <p className={styles.note}>{topUpTexts.saveTurnsOn}</p>}
      <div className={styles.fields}>
        <TextField
          {...useField(form, 'threshold')}
          hint={topUpTexts.hints.threshold}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          {...useField(form, 'productId')}
          options={products.map((product) => ({
            value: product.id,
            label: topUpTexts.option(product.name, totalCredits(product), product.price_cents),
          }))}
        />
        {(cards.length > 1 || topUp.state === 'paused') && (
          <SelectField
            {...cardField}
            options={cards.map((card) => ({ value: card.id, label: savedCardName(card) }))}
          />
        )}
        <TextField
          {...useField(form, 'limit')}
          hint={topUpTexts.hints.limit}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      {blocking && <Banner tone="error">{newCardTexts.check(blocking)}</Banner>}
      {failure?.change === 'save' && <Failure failure={failure} onSignIn={signInKeeping} />}
      <div className={styles.agreement}>
        {isKnownVersion(topUp) ? (
          <Consent id={consentId} form={form} {...props} />
        ) : (
          <NewWords id={consentId} />
        )}
        <Button type="submit" busy={pending === 'save'} aria-disabled={isInert} aria-describedby={consentId}>
          {topUpTexts.save}
        </Button>
      </div>
    </form>
  );
};

interface ConsentProps extends Pick<FormProps, 'topUp' | 'products' | 'cards'> {
  readonly id: string;
  readonly form: FormOf<keyof TopUpForm>;
}

const Consent = ({ id, form, topUp, products, cards }: ConsentProps) => {
  const values = useFormState(form, form.values);
  const product = find(products, values.productId);
  const card = find(cards, values.cardId);
  const isComplete = topUpFields.every((field) => checkTopUpField(field, values, product) === null);
  return (
    <p id={id} className={styles.consent}>
      {card && product && isComplete
        ? consentText({
            card,
            price: product.price_cents,
            credits: totalCredits(product),
            threshold: parseCredits(values.threshold) ?? 0,
            limit: parseDollars(values.limit) ?? 0,
            intervalSeconds: topUp.interval_seconds,
          })
        : topUpTexts.consentLater}
    </p>
  );
};

interface FailureProps {
  readonly failure: TopUpFailure;
  readonly onSignIn: () => void;
}

const Failure = ({ failure, onSignIn }: FailureProps) => (
  <Banner tone="error">
    <div className={styles.row}>
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

/** Asks the customer to reload, because the server requires a consent text that this page doesn't have. */
const NewWords = ({ id }: { readonly id: string }) => (
  <div className={styles.row}>
    <p id={id}>{topUpTexts.unknownWords}</p>
    <Reload />
  </div>
);
