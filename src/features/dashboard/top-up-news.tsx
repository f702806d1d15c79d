import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { topUpNewsSchema } from '#contract/top-up-news.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { useAuth, useCustomer } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';
import { topUpNewsTexts } from '#texts/top-up-news.ts';
import { topUpNotices } from '#texts/top-up-notices.ts';
import { pauseReason } from '#texts/top-up-pauses.ts';
import { Banner, type BannerProps } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import { type NewsKind, rememberTold, toldNews } from './told-news.ts';
import * as styles from './top-up-news.css.ts';

/** What the automatic top-up did, below the packages, so that it moves none of them. Nothing if it is off. */
export const TopUpNews = () => {
  const { data } = useQuery(useCustomer().storeQuery('credits'));
  const customerId = useAuth(selectUser)?.id;
  const news = v.safeParse(topUpNewsSchema, data?.top_up);
  if (!news.success || customerId === undefined) return null;
  const { state, paused_reason, last_charge: charge } = news.output;
  return (
    <>
      {state === 'paused' && (
        <News
          tone="warning"
          text={topUpNewsTexts.paused(pauseReason(paused_reason))}
          customerId={customerId}
        />
      )}
      {topUpNotices(news.output, Date.now()).map(({ kind, id, text }) => (
        <News
          key={`${kind} ${id}`}
          tone="warning"
          text={text}
          customerId={customerId}
          topic={id === null ? null : { kind, id }}
        />
      ))}
      {charge && (
        <News
          key={charge.transaction_id}
          tone="info"
          text={topUpNewsTexts.charged(charge, chicagoTime(charge.date)?.date ?? '')}
          customerId={customerId}
          topic={{ kind: 'charge', id: charge.transaction_id }}
        />
      )}
    </>
  );
};

interface NewsProps extends Pick<BannerProps, 'tone'> {
  readonly text: string;
  readonly customerId: string;
  /** What the customer may dismiss. Other news stays as long as it is true. */
  readonly topic?: { readonly kind: NewsKind; readonly id: string } | null;
}

/** With a topic, it stays until the customer dismisses it, or opens the transaction. */
const News = ({ tone, text, customerId, topic = null }: NewsProps) => {
  const [isTold, setTold] = useState(() => topic && toldNews(customerId, topic.kind) === topic.id);
  if (isTold) return null;
  const tell = () => {
    if (topic) rememberTold(customerId, topic.kind, topic.id);
    setTold(true);
  };
  return (
    <Banner tone={tone}>
      <div className={styles.line}>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>
          {topic?.kind === 'charge' ? (
            <Link
              to="/dashboard"
              search={{ status: 'all', tx: topic.id }}
              className={standaloneLink}
              onClick={tell}
            >
              {topUpNewsTexts.toEntry}
            </Link>
          ) : (
            <Link to="/billing" className={standaloneLink}>
              {topUpNewsTexts.toBilling}
            </Link>
          )}
          {topic && (
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
          )}
        </div>
      </div>
    </Banner>
  );
};
