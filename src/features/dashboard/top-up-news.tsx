import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { type TopUpCharge, topUpNewsSchema } from '#contract/top-up-news.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { useAuth, useCustomer } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import { selectUser } from '#machines/auth.selectors.ts';
import { topUpNewsTexts } from '#texts/top-up-news.ts';
import { pauseReason } from '#texts/top-up-pauses.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import { rememberTold, toldCharge } from './told-charges.ts';
import * as styles from './top-up-news.css.ts';

/** What the automatic top-up did, below the packages, so that it moves none of them. Nothing if it is off. */
export const TopUpNews = () => {
  const { data } = useQuery(useCustomer().storeQuery('credits'));
  const customerId = useAuth(selectUser)?.id;
  const news = v.safeParse(topUpNewsSchema, data?.top_up);
  if (!news.success || customerId === undefined) return null;
  const { state, paused_reason, last_charge } = news.output;
  return (
    <>
      {state === 'paused' && (
        <Banner tone="warning">
          <div className={styles.line}>
            <p className={styles.text}>{topUpNewsTexts.paused(pauseReason(paused_reason))}</p>
            <Link to="/billing" className={standaloneLink}>
              {topUpNewsTexts.toBilling}
            </Link>
          </div>
        </Banner>
      )}
      {last_charge && (
        <ChargeNews key={last_charge.transaction_id} charge={last_charge} customerId={customerId} />
      )}
    </>
  );
};

interface ChargeNewsProps {
  readonly charge: TopUpCharge;
  readonly customerId: string;
}

/** Stays until the customer dismisses it, or opens the transaction. */
const ChargeNews = ({ charge, customerId }: ChargeNewsProps) => {
  const { transaction_id: id, date } = charge;
  const [isTold, setTold] = useState(() => toldCharge(customerId) === id);
  if (isTold) return null;
  const tell = () => {
    rememberTold(customerId, id);
    setTold(true);
  };
  return (
    <Banner tone="info">
      <div className={styles.line}>
        <p className={styles.text}>{topUpNewsTexts.charged(charge, chicagoTime(date)?.date ?? '')}</p>
        <div className={styles.actions}>
          <Link to="/dashboard" search={{ status: 'all', tx: id }} className={standaloneLink} onClick={tell}>
            {topUpNewsTexts.toEntry}
          </Link>
          <Button
            variant="secondary"
            small
            onClick={() => {
              tell();
              focusHeading('packages');
            }}
          >
            {topUpNewsTexts.dismiss}
          </Button>
        </div>
      </div>
    </Banner>
  );
};
