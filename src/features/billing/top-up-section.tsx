import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { TopUp } from '#contract/top-up.ts';
import type { CardsActor, TabStorage, TopUpActor } from '#features/shared/app-context.ts';
import { type LoadedParts, useLoadedParts } from '#features/shared/purchase-parts.ts';
import type { StoreQuery } from '#features/shared/store-query.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { selectDone } from '#machines/cards.selectors.ts';
import {
  isChanging,
  isStale,
  isTurningOff,
  selectHasOpenCharge,
  selectTopUp,
  selectTopUpDone,
  selectTopUpFailure,
  selectTopUpView,
} from '#machines/top-up.selectors.ts';
import { pauseText, topUpFailureText, topUpTexts } from '#texts/top-up.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Switch } from '#ui/Switch.tsx';
import * as styles from './billing.css.ts';
import { ChargeNotices, TopUpFacts } from './top-up-charges.tsx';
import { TopUpSettingsForm } from './top-up-form.tsx';

const headingId = 'top-up';

export interface TopUpParts extends LoadedParts {
  readonly storeQuery: StoreQuery;
  readonly tab: TabStorage;
  /** The first call starts it. */
  readonly openTopUp: () => TopUpActor;
}

/** Only for a store that saves cards. */
export const TopUpSection = ({ loadPurchase, storeQuery, tab, openTopUp }: TopUpParts) => {
  const { parts } = useLoadedParts({ loadPurchase });
  if (parts === null || parts === 'failed' || parts.cards === null) return null;
  return (
    <Region label={topUpTexts.title} headingId={headingId}>
      <p className={styles.lead}>{topUpTexts.lead}</p>
      <OpenedTopUp
        openTopUp={openTopUp}
        cards={parts.cards}
        storeQuery={storeQuery}
        tab={tab}
        signInAgain={parts.signInAgain}
      />
    </Region>
  );
};

interface PanelProps {
  readonly cards: CardsActor;
  readonly storeQuery: StoreQuery;
  readonly tab: TabStorage;
  readonly signInAgain: () => void;
}

const OpenedTopUp = ({ openTopUp, ...props }: PanelProps & Pick<TopUpParts, 'openTopUp'>) => {
  const [topUp] = useState(openTopUp);
  const view = useSelector(topUp, selectTopUpView);
  useFreshness(topUp, props.cards);
  const retry = () => topUp.send({ type: 'top-up.requested' });
  if (view === 'loading') return <Spinner label={topUpTexts.loading} />;
  if (view === 'failed') return <RetryBanner text={topUpTexts.failed} onRetry={retry} />;
  return <Panel topUp={topUp} onRetry={retry} {...props} />;
};

/** How often the page asks whether an open charge has an outcome. */
const chargeCheckMs = 10_000;

const refreshIfVisible = (topUp: TopUpActor): void => {
  if (document.visibilityState === 'visible') topUp.send({ type: 'top-up.outdated' });
};

/** Loads the top-up again when the page opens, and when something may have changed it. */
const useFreshness = (topUp: TopUpActor, cards: CardsActor): void => {
  useEffect(() => {
    topUp.send({ type: 'top-up.requested' });
    const listening = new AbortController();
    const { signal } = listening;
    const refresh = () => refreshIfVisible(topUp);
    window.addEventListener('online', refresh, { signal });
    document.addEventListener('visibilitychange', refresh, { signal });
    const { unsubscribe } = topUp.on('cards.outdated', () => cards.send({ type: 'cards.requested' }));
    return () => {
      listening.abort();
      unsubscribe();
    };
  }, [topUp, cards]);
  // Shows the outcome of a charge that was sent.
  const hasOpenCharge = useSelector(topUp, selectHasOpenCharge);
  useEffect(() => {
    if (!hasOpenCharge) return undefined;
    const timer = setInterval(() => refreshIfVisible(topUp), chargeCheckMs);
    return () => clearInterval(timer);
  }, [hasOpenCharge, topUp]);
  // The store turns top-up off when its card is removed.
  const removed = useSelector(cards, selectDone)?.kind === 'removal';
  useEffect(() => {
    if (removed) topUp.send({ type: 'top-up.outdated' });
  }, [removed, topUp]);
};

interface LoadedPanelProps extends PanelProps {
  readonly topUp: TopUpActor;
  readonly onRetry: () => void;
}

const Panel = ({ topUp: actor, onRetry, ...formParts }: LoadedPanelProps) => {
  const topUp = useSelector(actor, selectTopUp);
  const stale = useSelector(actor, isStale);
  const changing = useSelector(actor, isChanging);
  const turningOff = useSelector(actor, isTurningOff);
  const online = useOnline();
  const [wanted, setWanted] = useState(false);
  const state = topUp?.state;
  // The pressed button has disappeared.
  useEffect(() => {
    if (state && isFocusLost()) document.getElementById(headingId)?.focus();
  }, [state]);
  if (topUp === null) return null;

  const isOff = state === 'off';
  // What was wanted has happened. The switch is off if top-up ends later, for example with its card.
  if (wanted && !isOff) setWanted(false);
  const inert = changing || !online;
  const turnOff = () => {
    setWanted(false);
    actor.send({ type: 'turn-off.requested' });
  };
  return (
    <>
      {stale && <RetryBanner text={topUpTexts.stale} onRetry={onRetry} />}
      {!online && <p className={styles.note}>{topUpTexts.offline}</p>}
      <News topUp={actor} />
      <div className={styles.panel}>
        <div className={styles.panelHead}>
          <Switch
            label={topUpTexts.switchName}
            checked={(wanted || !isOff) && !turningOff}
            inert={inert || (isOff && !topUp.is_available)}
            onChange={(checked) => (checked ? setWanted(true) : isOff ? setWanted(false) : turnOff())}
          />
          <StateBadge state={topUp.state} isWanted={wanted} />
          {!isOff && (
            <Button
              variant="secondary"
              small
              className={styles.atEnd}
              busy={turningOff}
              aria-disabled={inert}
              onClick={turnOff}
            >
              {topUpTexts.turnOff}
            </Button>
          )}
        </div>
        {topUp.state === 'paused' && <Banner tone="warning">{pauseText(topUp.paused_reason)}</Banner>}
        {!topUp.is_available && <Banner tone="info">{topUpTexts.unavailable}</Banner>}
        <ChargeNotices topUp={topUp} />
        <TopUpFacts topUp={topUp} />
        {topUp.is_available && <TopUpSettingsForm actor={actor} topUp={topUp} {...formParts} />}
      </div>
    </>
  );
};

interface StateBadgeProps {
  readonly state: TopUp['state'];
  /** The customer switched it on, but has not saved it. */
  readonly isWanted: boolean;
}

const StateBadge = ({ state, isWanted }: StateBadgeProps) =>
  state === 'on' ? (
    <Badge>{topUpTexts.states.on}</Badge>
  ) : (
    <span className={styles.note}>
      {state === 'off' && isWanted ? topUpTexts.notYet : topUpTexts.states[state]}
    </span>
  );

interface NewsProps {
  readonly topUp: TopUpActor;
}

/** What became of the last change. The status stays in the page, so that screen readers announce new text. */
const News = ({ topUp }: NewsProps) => {
  const done = useSelector(topUp, selectTopUpDone);
  const failure = useSelector(topUp, selectTopUpFailure);
  return (
    <>
      {/* The form reports a failed save next to its button. */}
      {failure?.change === 'turn-off' && <Banner tone="error">{topUpFailureText(failure)}</Banner>}
      <p role="status" className={styles.news}>
        {done && topUpTexts.done[done]}
      </p>
    </>
  );
};
