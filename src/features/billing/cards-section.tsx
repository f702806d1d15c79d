import { mutationOptions } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import type { SavedCard } from '#contract/cards.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { type CardChange, type CardsFailure, cardStateOf, isUsable } from '#domain/saved-cards.ts';
import { type AddCardProps, useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { CardMark } from '#features/shared/card-mark.tsx';
import { type CardsSource, cardsQuery, onEachVisit, useCards } from '#features/shared/cards-queries.ts';
import { useLoadPurchase } from '#features/shared/lazy-purchase.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { isProcessing } from '#machines/purchase/checkout.selectors.ts';
import { billingTexts, cardsFailureText } from '#texts/billing.ts';
import { cardStateText, savedCardName } from '#texts/cards.ts';
import { topUpTexts } from '#texts/top-up.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import * as styles from './billing.css.ts';
import { useLastChange } from './use-last-change.ts';

const headingId = 'saved-cards';

type SectionProps = Pick<SavedCardsProps, 'chargedCardId' | 'NewCard'>;

export const CardsSection = (props: SectionProps) => {
  const { parts, load } = useLoadPurchase(useCustomer());
  return (
    <Region label={billingTexts.cards} headingId={headingId}>
      <p className={styles.lead}>{billingTexts.lead}</p>
      {parts === null ? (
        <Spinner label={billingTexts.loading} />
      ) : parts === 'failed' ? (
        <RetryBanner text={billingTexts.failed} onRetry={load} />
      ) : parts.cards === null ? (
        <p role="status">{billingTexts.unsupported}</p>
      ) : (
        <SavedCards parts={parts} source={parts.cards} {...props} />
      )}
    </Region>
  );
};

interface SavedCardsProps extends Pick<AddCardProps, 'parts'> {
  readonly source: CardsSource;
  readonly NewCard: ComponentType<AddCardProps>;
  readonly chargedCardId: string | null;
}

const SavedCards = ({ parts, source, chargedCardId, NewCard }: SavedCardsProps) => {
  const { list, view, isListed, isFailed, reload } = useCards(source, onEachVisit);
  const { change, isChanging, ...news } = useCardChange(source);
  const [adding, setAdding] = useState<'open' | SavedCard | null>(null);
  const isAdding = adding === 'open';
  const [toRemove, setToRemove] = useState<string | null>(null);
  const online = useOnline();
  // The focused button is gone, together with its card or the error, so move the focus.
  useEffect(() => {
    if (list && !isFailed && !isAdding && isFocusLost()) document.getElementById(headingId)?.focus();
  }, [list, isFailed, isAdding]);

  const isPaying = useCheckout(isProcessing);
  const alter = (made: CardChange) => {
    if (!isAdding) setAdding(null);
    change(made);
  };
  const onSaved = (card: SavedCard) => {
    setAdding(card);
    reload();
  };

  if (view === 'loading' && adding === null) return <Spinner label={billingTexts.loading} />;
  if (view === 'failed' && adding === null)
    return <RetryBanner text={billingTexts.failed} onRetry={reload} />;
  return (
    <>
      {!online && <p className={styles.note}>{billingTexts.offline}</p>}
      {isFailed && <RetryBanner text={billingTexts.outdated} onRetry={reload} />}
      <CardNews {...news} added={isAdding ? null : adding} />
      {list.length === 0 ? (
        <div className={styles.empty}>
          <p>{billingTexts.empty}</p>
          <p className={styles.note}>{billingTexts.emptyHint}</p>
        </div>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: WebKit drops the list role without bullets
        <ul role="list" className={styles.list} aria-label={billingTexts.list}>
          {list.map((card) => (
            <Card
              key={card.id}
              card={card}
              isHeld={!isListed || isChanging || !online}
              onDefault={() => alter({ kind: 'default', card })}
              onRemove={() => setToRemove(card.id)}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewCard parts={parts} onSaved={onSaved} onClose={() => setAdding(null)} />
      ) : (
        <div>
          <Button variant="secondary" aria-disabled={!online || isPaying} onClick={() => setAdding('open')}>
            {billingTexts.add}
          </Button>
        </div>
      )}
      <RemovalDialog
        card={list.find(({ id }) => id === toRemove)}
        chargedCardId={chargedCardId}
        onClose={() => setToRemove(null)}
        onConfirm={alter}
      />
    </>
  );
};

type NewsProps = Pick<CardChanges, 'failure' | 'done'> & { readonly added: SavedCard | null };

/** Shows the last change's result. The status stays in the DOM, so that screen readers announce new text. */
const CardNews = ({ failure, done, added }: NewsProps) => {
  const change =
    done && (done.kind === 'removal' ? billingTexts.removed : billingTexts.defaultChanged)(done.card);
  return (
    <>
      {failure && <Banner tone="error">{cardsFailureText(failure)}</Banner>}
      <p role="status" className={styles.news}>
        {added ? billingTexts.added(added) : change}
      </p>
    </>
  );
};

interface CardProps {
  readonly card: SavedCard;
  /** Whether the card's buttons are disabled. */
  readonly isHeld: boolean;
  readonly onDefault: () => void;
  readonly onRemove: () => void;
}

const Card = ({ card, isHeld, onDefault, onRemove }: CardProps) => {
  const state = cardStateOf(card, Date.now());
  const updatedOn = card.updated_at === null ? null : (chicagoTime(card.updated_at)?.date ?? null);
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <p className={styles.name}>
          <CardMark brand={card.brand} />
          <span>{savedCardName(card)}</span>
          {card.is_default && <Badge>{billingTexts.isDefault}</Badge>}
        </p>
        <p className={state === 'usable' ? styles.note : styles.warning}>{cardStateText(state, card)}</p>
        {updatedOn !== null && <p className={styles.note}>{billingTexts.updated(updatedOn)}</p>}
      </div>
      <div className={styles.actions}>
        {!card.is_default && isUsable(card, Date.now()) && (
          <Button
            variant="secondary"
            small
            aria-disabled={isHeld}
            aria-label={billingTexts.makeDefaultName(card)}
            onClick={onDefault}
          >
            {billingTexts.makeDefault}
          </Button>
        )}
        <Button
          variant="secondary"
          small
          aria-disabled={isHeld}
          aria-label={billingTexts.removeName(card)}
          onClick={onRemove}
        >
          {billingTexts.remove}
        </Button>
      </div>
    </li>
  );
};

interface RemovalProps extends Pick<SavedCardsProps, 'chargedCardId'> {
  /** The card to remove; if undefined, the dialog is closed. */
  readonly card: SavedCard | undefined;
  readonly onClose: () => void;
  readonly onConfirm: (change: CardChange) => void;
}

/** Asks for confirmation before removing a card, because the customer would have to enter it again. */
const RemovalDialog = ({ card, chargedCardId, onClose, onConfirm }: RemovalProps) => {
  if (card === undefined) return null;
  const remove = () => {
    onClose();
    onConfirm({ kind: 'removal', card });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={billingTexts.confirmTitle(card)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {billingTexts.keep}
          </Button>
          <Button onClick={remove}>{billingTexts.remove}</Button>
        </>
      }
    >
      <p>{billingTexts.confirmHint}</p>
      {card.id === chargedCardId && <p>{topUpTexts.removalTurnsOff}</p>}
    </Dialog>
  );
};

const key = ['cards'];

/** Removes a card or makes it the default. Returns a refusal as data. */
const changeCardMutation = (source: CardsSource) =>
  mutationOptions({
    mutationKey: key,
    // Keep a change that finished while the page was closed, so that the page can show its result.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: source.change,
    async onSuccess(answer, { kind }: CardChange, _, { client }) {
      if (answer.outcome === 'refused') return;
      const { queryKey } = cardsQuery(source);
      // Cancel requests in flight, so that a stale response can't overwrite this result.
      await client.cancelQueries({ queryKey });
      // Only update an existing entry: if the session has ended, the cache is empty.
      client.setQueryData(queryKey, (known) => known && answer.cards);
      // If top-up charges the removed card, the store turns top-up off.
      if (kind === 'removal') void client.invalidateQueries({ queryKey: ['top-up'] });
    },
  });

/** Returns a function that changes cards, and the status of the last change on this page. */
const useCardChange = (source: CardsSource) => {
  const { change, last } = useLastChange(key, changeCardMutation(source));
  const { variables, data: answer } = last ?? {};
  const failure: CardsFailure | null =
    variables && answer?.outcome === 'refused' ? { change: variables, message: answer.message } : null;
  return {
    change,
    isChanging: last?.status === 'pending',
    failure,
    done: answer?.outcome === 'done' ? variables : undefined,
  };
};

type CardChanges = ReturnType<typeof useCardChange>;
