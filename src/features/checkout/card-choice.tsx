import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SavedCard } from '#contract/cards.ts';
import { cardStateOf, isUsable } from '#domain/saved-cards.ts';
import { type LazyPurchase, useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { CardMark } from '#features/shared/card-mark.tsx';
import { type CardsSource, useCards } from '#features/shared/cards-queries.ts';
import {
  isCardRefused,
  isListingCards,
  isProcessing,
  isSavingCard,
  selectCardId,
} from '#machines/purchase/checkout.selectors.ts';
import { cardChoiceTexts, cardStateText, savedCardName } from '#texts/cards.ts';
import * as boxes from '#ui/Checkbox.css.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import * as styles from './card-choice.css.ts';
import { CardFields } from './card-fields.tsx';
import { legend } from './checkout.css.ts';
import { SummaryLine } from './summary-line.tsx';

/** Renders the saved cards or the gateway's card fields. */
export const CardChoice = ({ parts }: { readonly parts: LazyPurchase | null }) => {
  if (parts === null) return <NewCard isAwaited isListed={false} />;
  return parts.cards === null ? <CardFields /> : <SavedCards source={parts.cards} />;
};

const SavedCards = ({ source }: { readonly source: CardsSource }) => {
  const { list, isListed } = useCards(source);
  const isAwaited = useCheckout(isListingCards);
  const chosenId = useCheckout(selectCardId);
  const refused = useCheckout(isCardRefused);
  const [isOpen, setIsOpen] = useState(false);
  const radios = useRef<HTMLDivElement>(null);
  if (refused && !isOpen) setIsOpen(true);

  const [first] = list;
  if (first === undefined || (isAwaited && chosenId === null && !isOpen))
    return <NewCard isAwaited={isAwaited} isListed={isListed} />;
  // Another card than the default one was chosen by the app, because the default one can't be charged.
  if (!isOpen && first.id === chosenId) {
    const state = cardStateOf(first, Date.now());
    const edit = () => {
      flushSync(() => setIsOpen(true));
      radios.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    };
    return (
      <SummaryLine
        heading={cardChoiceTexts.legend}
        mark={<CardMark brand={first.brand} />}
        note={state === 'usable' ? null : cardStateText(state, first)}
        onEdit={edit}
      >
        {savedCardName(first)}
      </SummaryLine>
    );
  }
  return (
    <div className={styles.stack} ref={radios}>
      <CardRadios list={list} />
      {chosenId === null && <NewCard legend={cardChoiceTexts.newCard} isListed={isListed} />}
    </div>
  );
};

const CardRadios = ({ list }: { readonly list: readonly SavedCard[] }) => {
  const { checkout } = useCustomer();
  const chosenId = useCheckout(selectCardId);
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
          mark={<CardMark brand={card.brand} />}
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
  readonly mark?: ReactNode;
  readonly note?: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChoose: () => void;
}

const CardRadio = ({ name, label, mark, note, checked, disabled, onChoose }: CardRadioProps) => {
  const noteId = useId();
  return (
    <div className={styles.option} data-chosen={checked}>
      <label className={boxes.label}>
        <input
          type="radio"
          className={boxes.box}
          name={name}
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
          {...(note && { 'aria-describedby': noteId })}
        />
        <span>{label}</span>
      </label>
      <span className={styles.brand}>{mark}</span>
      {note && (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      )}
    </div>
  );
};

interface NewCardProps extends ComponentProps<typeof CardFields> {
  /** Whether the saved cards are known. The box to save is disabled until then, because some stores save none. */
  readonly isListed: boolean;
}

/** Renders the card fields and the box to save the card. */
const NewCard = ({ isListed, ...fields }: NewCardProps) => {
  const { checkout } = useCustomer();
  const saving = useCheckout(isSavingCard);
  const processing = useCheckout(isProcessing);
  return (
    <div className={styles.stack}>
      <CardFields {...fields} />
      <Checkbox
        label={cardChoiceTexts.save}
        hint={cardChoiceTexts.saveHint}
        checked={saving}
        disabled={processing || !isListed}
        onChange={({ currentTarget }) =>
          checkout.send({ type: 'saving.chosen', saveCard: currentTarget.checked })
        }
      />
    </div>
  );
};
