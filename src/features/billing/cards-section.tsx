import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { SavedCard } from '#contract/cards.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { cardStateOf, isUsable } from '#domain/saved-cards.ts';
import type { CardsActor } from '#features/shared/app-context.ts';
import { type LoadedParts, useLoadedParts } from '#features/shared/purchase-parts.ts';
import { useOnline } from '#features/shared/use-online.ts';
import {
  isBusy,
  isFailed,
  isListed,
  selectCards,
  selectCardsFailure,
  selectCardsView,
  selectDone,
  selectToRemove,
} from '#machines/cards.selectors.ts';
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

const headingId = 'saved-cards';

type SectionProps = LoadedParts & Pick<RemovalProps, 'chargedCardId'>;

export const CardsSection = ({ loadPurchase, chargedCardId }: SectionProps) => {
  const { parts, load } = useLoadedParts({ loadPurchase });
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
        <SavedCards cards={parts.cards} chargedCardId={chargedCardId} />
      )}
    </Region>
  );
};

interface CardsProps {
  readonly cards: CardsActor;
}

const SavedCards = ({ cards, chargedCardId }: RemovalProps) => {
  const view = useSelector(cards, selectCardsView);
  const failed = useSelector(cards, isFailed);
  const list = useSelector(cards, selectCards);
  const online = useOnline();
  useEffect(() => {
    cards.send({ type: 'cards.requested' });
    const retry = () => cards.send({ type: 'cards.requested' });
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      cards.send({ type: 'removal.abandoned' });
    };
  }, [cards]);
  // The pressed button has disappeared, with its card or with the failure.
  useEffect(() => {
    if (list && !failed && isFocusLost()) document.getElementById(headingId)?.focus();
  }, [list, failed]);

  if (view === 'loading') return <Spinner label={billingTexts.loading} />;
  const retry = () => cards.send({ type: 'cards.requested' });
  if (view === 'failed') return <RetryBanner text={billingTexts.failed} onRetry={retry} />;
  return (
    <>
      {!online && <p className={styles.note}>{billingTexts.offline}</p>}
      {failed && <RetryBanner text={billingTexts.outdated} onRetry={retry} />}
      <CardNews cards={cards} />
      {list.length === 0 ? (
        <div className={styles.empty}>
          <p>{billingTexts.empty}</p>
          <p className={styles.note}>{billingTexts.emptyHint}</p>
        </div>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: WebKit takes the meaning away from lists without bullets
        <ul role="list" className={styles.list} aria-label={billingTexts.list}>
          {list.map((card) => (
            <Card key={card.id} cards={cards} card={card} online={online} />
          ))}
        </ul>
      )}
      <RemovalDialog cards={cards} chargedCardId={chargedCardId} />
    </>
  );
};

/** What became of the last change. The status stays in the page, so that screen readers announce new text. */
const CardNews = ({ cards }: CardsProps) => {
  const failure = useSelector(cards, selectCardsFailure);
  const done = useSelector(cards, selectDone);
  return (
    <>
      {failure && <Banner tone="error">{cardsFailureText(failure)}</Banner>}
      <p role="status" className={styles.news}>
        {done && (done.kind === 'removal' ? billingTexts.removed : billingTexts.defaultChanged)(done.card)}
      </p>
    </>
  );
};

interface CardProps extends CardsProps {
  readonly card: SavedCard;
  readonly online: boolean;
}

const Card = ({ cards, card, online }: CardProps) => {
  const listed = useSelector(cards, isListed);
  const busy = useSelector(cards, isBusy);
  const state = cardStateOf(card, Date.now());
  const updatedOn = card.updated_at === null ? null : (chicagoTime(card.updated_at)?.date ?? null);
  const isHeld = !listed || busy || !online;
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <p className={styles.name}>
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
            onClick={() => cards.send({ type: 'default.chosen', cardId: card.id })}
          >
            {billingTexts.makeDefault}
          </Button>
        )}
        <Button
          variant="secondary"
          small
          aria-disabled={isHeld}
          aria-label={billingTexts.removeName(card)}
          onClick={() => cards.send({ type: 'removal.requested', cardId: card.id })}
        >
          {billingTexts.remove}
        </Button>
      </div>
    </li>
  );
};

interface RemovalProps extends CardsProps {
  /** The card that automatic top-up charges. */
  readonly chargedCardId: string | null;
}

/** Asks before a card is removed, because the customer would have to enter it again. */
const RemovalDialog = ({ cards, chargedCardId }: RemovalProps) => {
  const card = useSelector(cards, selectToRemove);
  const cancel = () => cards.send({ type: 'removal.abandoned' });
  if (card === null) return null;
  return (
    <Dialog
      open
      onClose={cancel}
      title={billingTexts.confirmTitle(card)}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            {billingTexts.keep}
          </Button>
          <Button onClick={() => cards.send({ type: 'removal.confirmed' })}>{billingTexts.remove}</Button>
        </>
      }
    >
      <p>{billingTexts.confirmHint}</p>
      {card.id === chargedCardId && <p>{topUpTexts.removalTurnsOff}</p>}
    </Dialog>
  );
};
