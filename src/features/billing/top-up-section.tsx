import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import type { TopUp } from '#contract/top-up.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { cardsForTopUp } from '#domain/top-up.ts';
import { useCustomer } from '#features/shared/app-context.ts';
import { useCards } from '#features/shared/cards-queries.ts';
import { useLoadPurchase } from '#features/shared/lazy-purchase.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { pauseText, topUpFailureText, topUpTexts } from '#texts/top-up.ts';
import { topUpNotices } from '#texts/top-up-notices.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Switch } from '#ui/Switch.tsx';
import * as styles from './billing.css.ts';
import { type SettingsFormProps, TopUpSettingsForm } from './top-up-form.tsx';
import { type TopUpChanges, type TopUpSource, topUpQuery, useTopUpChange } from './top-up-queries.ts';

const headingId = 'top-up';

type FormParts = Omit<SettingsFormProps, 'topUp' | 'changes'>;

/** Renders top-up settings. Renders nothing if the store can't save cards. */
export const TopUpSection = ({ topUp }: { readonly topUp: TopUpSource }) => {
  const { parts } = useLoadPurchase(useCustomer());
  if (parts === null || parts === 'failed' || parts.cards === null) return null;
  return (
    <Region label={topUpTexts.title} headingId={headingId}>
      <p className={styles.lead}>{topUpTexts.lead}</p>
      <LoadedTopUp source={topUp} cards={parts.cards} signInAgain={parts.signInAgain} />
    </Region>
  );
};

interface PanelProps extends FormParts {
  readonly source: TopUpSource;
}

const LoadedTopUp = (props: PanelProps) => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(topUpQuery(props.source));
  if (isPending) return <Spinner label={topUpTexts.loading} />;
  if (data === undefined) return <RetryBanner text={topUpTexts.failed} onRetry={refetch} />;
  return <Panel topUp={data} isStale={isError && !isFetching} onRetry={refetch} {...props} />;
};

interface LoadedPanelProps extends PanelProps {
  readonly topUp: TopUp;
  /** Whether the last refetch failed. */
  readonly isStale: boolean;
  readonly onRetry: () => void;
}

const Panel = ({ topUp, isStale, onRetry, source, ...formParts }: LoadedPanelProps) => {
  const changes = useTopUpChange(source);
  const online = useOnline();
  /** What the customer chose on this visit, until it is saved. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const stateId = useId();
  const { state } = topUp;
  // The pressed button is gone, so move the focus.
  useEffect(() => {
    if (state && isFocusLost()) document.getElementById(headingId)?.focus();
  }, [state]);

  const isOff = state === 'off';
  // Top-up is on now. Reset `wanted`, so that the switch turns off if top-up stops later.
  if (wanted && !isOff) setWanted(null);
  const stateText = isOff && wanted ? topUpTexts.notYet : topUpTexts.states[state];
  const inert = changes.pending !== undefined || !online;
  const turningOff = changes.pending === 'turn-off';
  const hasForm = topUp.is_available && (wanted !== false || !isOff);
  const turnOff = () => {
    setWanted(false);
    changes.turnOff();
  };
  const retry = () => {
    changes.forget();
    onRetry();
  };
  return (
    <>
      {isStale && <RetryBanner text={topUpTexts.stale} onRetry={retry} />}
      {!online && <p className={styles.note}>{topUpTexts.offline}</p>}
      <div className={styles.panel}>
        <div className={styles.row}>
          <Switch
            label={topUpTexts.switchName}
            checked={(wanted === true || !isOff) && !turningOff}
            tentative={state !== 'on'}
            describedBy={stateId}
            inert={inert || (isOff && !topUp.is_available)}
            onChange={(checked) => (checked ? setWanted(true) : isOff ? setWanted(false) : turnOff())}
          />
          <span id={stateId} className={styles.note}>
            {state === 'on' ? <Badge>{topUpTexts.states.on}</Badge> : stateText}
          </span>
          {!isOff && <TurnOff busy={turningOff} aria-disabled={inert} onClick={turnOff} />}
        </div>
        {state === 'paused' && <Pause topUp={topUp} cards={formParts.cards} />}
        {!topUp.is_available && <Banner tone="info">{topUpTexts.unavailable}</Banner>}
        {topUp.is_below_threshold && <Banner tone="info">{topUpTexts.firstCharge}</Banner>}
        {topUpNotices(topUp, Date.now()).map(({ kind, text }) => (
          <Banner key={kind} tone="warning">
            {text}
          </Banner>
        ))}
        <ChargeNotices topUp={topUp} />
        <TopUpFacts topUp={topUp} />
        {hasForm && <TopUpSettingsForm topUp={topUp} changes={changes} {...formParts} />}
        <News state={state} {...changes} />
      </div>
    </>
  );
};

const TurnOff = (props: ButtonProps) => (
  <Button variant="secondary" small className={styles.atEnd} {...props}>
    {topUpTexts.turnOff}
  </Button>
);

/** Says what to do about the card, which depends on whether there is another one to choose. */
const Pause = ({ topUp, cards }: Pick<SettingsFormProps, 'topUp' | 'cards'>) => {
  const { list, view } = useCards(cards);
  const hasOther = cardsForTopUp(list, Date.now()).some(({ id }) => id !== topUp.card_id);
  const advice = hasOther ? 'choose' : view === 'list' ? 'add' : 'use';
  return <Banner tone="warning">{pauseText(topUp.paused_reason, advice)}</Banner>;
};

const stateAfter = { save: 'on', 'turn-off': 'off' } as const;

type NewsProps = Pick<TopUp, 'state'> & Pick<TopUpChanges, 'failure' | 'done'>;

/** Shows the last change's result. The status stays in the DOM, so that screen readers announce new text. */
const News = ({ state, failure, done }: NewsProps) => (
  <>
    {/* The form reports a failed save next to its button. */}
    {failure?.change === 'turn-off' && <Banner tone="error">{topUpFailureText(failure)}</Banner>}
    <p role="status" className={styles.news}>
      {/* Top-up may have been turned on or off elsewhere since this change. */}
      {done && state === stateAfter[done] && topUpTexts.done[done]}
    </p>
  </>
);

/** Shows a charge whose outcome is unknown, even if top-up is off now. */
const ChargeNotices = ({ topUp: { state, open_charge } }: { readonly topUp: TopUp }) =>
  open_charge && (
    <Banner tone="info">
      <p>{(state === 'off' ? topUpTexts.openAfterTurnOff : topUpTexts.open)(open_charge)}</p>
      <LedgerLink id={open_charge.transaction_id} />
    </Banner>
  );

const isKnown = (status: string): status is keyof typeof topUpTexts.chargeStates =>
  status in topUpTexts.chargeStates;

const TopUpFacts = ({
  topUp: { state, month_cents, monthly_limit_cents, last_charge: last, open_charge },
}: {
  readonly topUp: TopUp;
}) => {
  const isLastOpen = last?.transaction_id === open_charge?.transaction_id;
  const hasMonth = state !== 'off' || month_cents > 0;
  if (!hasMonth && (last === null || isLastOpen)) return null;
  const limit = state === 'off' ? null : monthly_limit_cents;
  return (
    <dl className={styles.facts}>
      {hasMonth && (
        <div className={styles.fact}>
          <dt className={styles.note}>{topUpTexts.month}</dt>
          <dd>{topUpTexts.monthOf(month_cents, limit)}</dd>
        </div>
      )}
      {last && !isLastOpen && (
        <div className={styles.fact}>
          <dt className={styles.note}>{topUpTexts.last}</dt>
          <dd className={styles.charge}>
            <span>{topUpTexts.charge(last, chicagoTime(last.date)?.date ?? '')}</span>
            {last.status !== 'completed' && (
              <span className={styles.note}>
                {topUpTexts.chargeStates[isKnown(last.status) ? last.status : 'pending']}
              </span>
            )}
            <LedgerLink id={last.transaction_id} />
          </dd>
        </div>
      )}
    </dl>
  );
};

const LedgerLink = ({ id }: { readonly id: string }) => (
  <Link to="/dashboard" search={{ status: 'all', tx: id }} className={standaloneLink}>
    {topUpTexts.toLedger}
  </Link>
);
