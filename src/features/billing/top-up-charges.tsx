import { Link } from '@tanstack/react-router';
import type { TopUp } from '#contract/top-up.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { topUpTexts } from '#texts/top-up.ts';
import { Banner } from '#ui/Banner.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import * as styles from './billing.css.ts';

/** A charge whose outcome is not known yet, also after top-up was turned off. */
export const ChargeNotices = ({ topUp: { state, open_charge } }: { readonly topUp: TopUp }) =>
  open_charge && (
    <Banner tone="info">
      <p>{(state === 'off' ? topUpTexts.openAfterTurnOff : topUpTexts.open)(open_charge)}</p>
      <LedgerLink id={open_charge.transaction_id} />
    </Banner>
  );

const isKnown = (status: string): status is keyof typeof topUpTexts.chargeStates =>
  status in topUpTexts.chargeStates;

/** What top-up charged this month, and its last charge. */
export const TopUpFacts = ({
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
