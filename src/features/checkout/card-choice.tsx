import { type RefCallback, useCallback, useId, useState } from 'react';
import type { SavedCard } from '#contract/cards.ts';
import { cardStateOf, isUsable } from '#domain/saved-cards.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { type CardsSource, useCards } from '#features/shared/cards-queries.ts';
import { useLazyPurchase } from '#features/shared/lazy-purchase.ts';
import {
  isListingCards,
  isProcessing,
  isSavingCard,
  selectCardId,
} from '#machines/purchase/checkout.selectors.ts';
import { cardChoiceTexts, cardStateText, savedCardName } from '#texts/cards.ts';
import * as styles from './card-choice.css.ts';
import { CardFields } from './card-fields.tsx';
import { legend } from './checkout.css.ts';

/** Time after which the layout must not move, because the customer may be about to tap, in ms. */
const stillAfterMs = 100;

/**
 * Renders the saved cards or the gateway's card fields. While the saved cards load, reserves the fields'
 * height, and keeps that height if loading takes longer than {@link stillAfterMs}.
 */
export const CardChoice = () => {
  const parts = useLazyPurchase();
  const [room, setRoom] = useState<number | null>(null);
  const keepRoom = useCallback((awaited: HTMLElement | null) => {
    if (awaited === null) return undefined;
    const timer = setTimeout(() => setRoom(awaited.offsetHeight), stillAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div style={room === null ? undefined : { minBlockSize: room }}>
      {parts === null ? (
        <div className={styles.stack} ref={keepRoom}>
          <CardFields isAwaited />
          <SaveBox checked={false} disabled />
        </div>
      ) : parts.cards === null ? (
        <CardFields />
      ) : (
        <SavedCards source={parts.cards} keepRoom={keepRoom} />
      )}
    </div>
  );
};

interface SavedCardsProps {
  readonly source: CardsSource;
  readonly keepRoom: RefCallback<HTMLElement>;
}

const SavedCards = ({ source, keepRoom }: SavedCardsProps) => {
  const { list, isListed } = useCards(source);
  const isAwaited = useCheckout(isListingCards);
  const chosenId = useCheckout(selectCardId);
  if (list.length === 0)
    return (
      <div className={styles.stack} ref={isAwaited ? keepRoom : null}>
        <CardFields isAwaited={isAwaited} />
        <SaveCard isListed={isListed} />
      </div>
    );
  return (
    <div className={styles.stack}>
      <CardRadios list={list} chosenId={chosenId} />
      {chosenId === null && (
        <>
          <CardFields legend={cardChoiceTexts.newCard} />
          <SaveCard isListed={isListed} />
        </>
      )}
    </div>
  );
};

interface CardRadiosProps {
  readonly list: readonly SavedCard[];
  readonly chosenId: string | null;
}

const CardRadios = ({ list, chosenId }: CardRadiosProps) => {
  const { checkout } = useCustomer();
  const processing = useCheckout(isProcessing);
  const headingId = useId();
  const name = useId();
  const choose = (cardId: string | null) => checkout.send({ type: 'card.chosen', cardId });
  return (
    <div role="radiogroup" aria-labelledby={headingId} className={styles.group}>
      <p id={headingId} className={legend}>
        {cardChoiceTexts.legend}
      </p>
      {list.map((card) => (
        <CardRadio
          key={card.id}
          name={name}
          label={savedCardName(card)}
          note={cardStateText(cardStateOf(card, Date.now()), card)}
          checked={card.id === chosenId}
          disabled={processing || !isUsable(card, Date.now())}
          onChoose={() => choose(card.id)}
        />
      ))}
      <CardRadio
        name={name}
        label={cardChoiceTexts.another}
        checked={chosenId === null}
        disabled={processing}
        onChoose={() => choose(null)}
      />
    </div>
  );
};

interface CardRadioProps {
  readonly name: string;
  readonly label: string;
  readonly note?: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChoose: () => void;
}

const CardRadio = ({ name, label, note, checked, disabled, onChoose }: CardRadioProps) => {
  const noteId = useId();
  return (
    <div className={styles.option} data-chosen={checked}>
      <label className={styles.label}>
        <input
          type="radio"
          className={styles.box}
          name={name}
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
          {...(note && { 'aria-describedby': noteId })}
        />
        <span>{label}</span>
      </label>
      {note && (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      )}
    </div>
  );
};

/** Renders the box to save a card. Disabled until the cards are listed, because some stores save none. */
const SaveCard = ({ isListed }: { readonly isListed: boolean }) => {
  const { checkout } = useCustomer();
  const saving = useCheckout(isSavingCard);
  const processing = useCheckout(isProcessing);
  return (
    <SaveBox
      checked={saving}
      disabled={processing || !isListed}
      onChange={(saveCard) => checkout.send({ type: 'saving.chosen', saveCard })}
    />
  );
};

interface SaveBoxProps {
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange?: (checked: boolean) => void;
}

const SaveBox = ({ checked, disabled, onChange }: SaveBoxProps) => {
  const hintId = useId();
  return (
    <div>
      <label className={styles.label}>
        <input
          type="checkbox"
          className={styles.box}
          checked={checked}
          disabled={disabled}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => onChange?.(currentTarget.checked)}
        />
        <span>{cardChoiceTexts.save}</span>
      </label>
      <p id={hintId} className={styles.hint}>
        {cardChoiceTexts.saveHint}
      </p>
    </div>
  );
};
