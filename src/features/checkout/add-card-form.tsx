import { useEffect, useState } from 'react';
import { type BillingForm, toBillingAddress } from '#domain/billing.ts';
import type { NewCardResult } from '#domain/saved-cards.ts';
import {
  type AddCardProps,
  type NewCardSource,
  useCheckout,
  useCustomer,
} from '#features/shared/app-context.ts';
import { useFormState } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { selectCardFields, selectPackage } from '#machines/purchase/checkout.selectors.ts';
import type { CardField } from '#machines/purchase/checkout.types.ts';
import { cardChoiceTexts } from '#texts/cards.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { newCardFailureText, newCardTexts } from '#texts/new-card.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { BillingFields } from './billing-fields.tsx';
import { CardDueContext, CardFields, focusCardField } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { keptPackage } from './kept-package.ts';
import { useBillingForm, useKnownAddress } from './use-billing-form.ts';

const cardFields: readonly CardField[] = ['number', 'expiry', 'code'];

/** Mounts the card fields. The checkout actor keeps their states, as during a purchase. */
const useMountedFields = ({ mount, watch }: NewCardSource) => {
  const { checkout, memory } = useCustomer();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<'loading' | 'mounted' | 'failed'>('loading');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round mounts empty fields
  useEffect(() => {
    const ending = new AbortController();
    setState('loading');
    // An open checkout would use the fields, too. The dashboard opens it again.
    const product = selectPackage(checkout.getSnapshot());
    if (product !== null) memory(keptPackage).keep(product.id);
    checkout.send({ type: 'checkout.canceled' });
    let stop: (() => void) | undefined;
    mount(ending.signal).then(
      ({ outcome }) => {
        setState(outcome === 'mounted' ? 'mounted' : 'failed');
        if (outcome !== 'mounted') return;
        stop = watch((event) => {
          if (event.type === 'card-fields.lost') setRound((last) => last + 1);
          else checkout.send(event);
        });
      },
      () => undefined,
    );
    return () => {
      stop?.();
      ending.abort();
    };
  }, [mount, watch, checkout, memory, round]);
  return { state, remount: () => setRound((last) => last + 1) };
};

/** Returns the invalid fields once `ask` was called. `ask` focuses the first. */
const useDueCard = () => {
  const { checkout } = useCustomer();
  const states = useCheckout(selectCardFields);
  const [isAsked, setIsAsked] = useState(false);
  const due = cardFields.filter((field) => isAsked && !states[field].valid);
  if (isAsked && due.length === 0) setIsAsked(false);
  const ask = (form: HTMLFormElement | null) => {
    setIsAsked(true);
    const typed = selectCardFields(checkout.getSnapshot());
    const first = cardFields.find((field) => !typed[field].valid);
    if (first !== undefined && form !== null) focusCardField(form, first);
  };
  return { due, ask };
};

interface OutcomeProps {
  readonly result: Exclude<NewCardResult, { readonly outcome: 'saved' }>;
  readonly isBusy: boolean;
  readonly onSignIn: () => void;
  readonly onRepeat: (sent: Promise<NewCardResult>) => void;
}

const Outcome = ({ result, isBusy, onSignIn, onRepeat }: OutcomeProps) =>
  result.outcome === 'unknown' ? (
    <Banner tone="warning">
      <p>{newCardTexts.unknown}</p>
      <Button busy={isBusy} onClick={() => onRepeat(result.repeat())}>
        {newCardTexts.checkAgain}
      </Button>
    </Banner>
  ) : (
    <Banner tone="error">
      <p>{newCardFailureText(result)}</p>
      <p>{newCardTexts.notSaved}</p>
      {result.code === 'recent-sign-in-required' && (
        <Button onClick={onSignIn}>{newCardTexts.signInAgain}</Button>
      )}
    </Banner>
  );

/** Saves a card without a purchase. */
export const AddCardForm = ({ parts, onSaved, onClose }: AddCardProps) => {
  const fields = useMountedFields(parts.newCard);
  const [isSaving, setIsSaving] = useState(false);
  const [result, setResult] = useState<OutcomeProps['result'] | null>(null);
  const isHeld = !useOnline() || isSaving || fields.state !== 'mounted';
  const card = useDueCard();

  const settle = async (sent: Promise<NewCardResult>) => {
    setIsSaving(true);
    const answer = await sent;
    setIsSaving(false);
    const code = answer.outcome === 'refused' ? answer.code : undefined;
    if (answer.outcome === 'saved') onSaved(answer.card);
    else if (code === 'card-incomplete') card.ask(ref.current);
    else setResult(answer);
    if (code === 'token-timeout') fields.remount();
  };
  const form = useBillingForm((values: BillingForm) => {
    if (isHeld) return;
    setResult(null);
    void settle(parts.newCard.save(toBillingAddress(values)));
  });
  useKnownAddress(form, parts);
  const blocking = useFormState(form, form.blockingLabels);
  const { ref } = form.props;
  useEffect(() => ref.current?.focus(), [ref]);

  const toCheck = [...card.due.map((field) => checkoutTexts.cardFields[field]), blocking].filter(Boolean);
  return (
    <form
      {...form.props}
      className={styles.newCard}
      aria-label={newCardTexts.title}
      tabIndex={-1}
      onSubmit={() => form.blocking().length > 0 && card.ask(ref.current)}
    >
      <p>{newCardTexts.lead}</p>
      <CardDueContext value={card.due.length > 0}>
        <CardFields legend={cardChoiceTexts.newCard} />
      </CardDueContext>
      <BillingFields form={form} />
      {fields.state === 'failed' && (
        <RetryBanner text={checkoutTexts.cardUnavailable} onRetry={fields.remount} />
      )}
      <div className={styles.choices}>
        <Button variant="secondary" disabled={isSaving} onClick={onClose}>
          {newCardTexts.cancel}
        </Button>
        <Button type="submit" busy={isSaving} aria-disabled={isHeld}>
          {newCardTexts.save}
        </Button>
      </div>
      <p role="status" className={styles.payLine}>
        {fields.state === 'loading' && checkoutTexts.cardLoading}
      </p>
      {toCheck.length > 0 && <Banner tone="error">{newCardTexts.check(toCheck.join(', '))}</Banner>}
      {result && toCheck.length === 0 && (
        <Outcome result={result} onSignIn={parts.signInAgain} isBusy={isSaving} onRepeat={settle} />
      )}
    </form>
  );
};
