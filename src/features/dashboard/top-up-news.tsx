import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { topUpNewsSchema } from '#contract/top-up-news.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { useCustomer } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import { days, isTexts, type MemoryEntry } from '#features/shared/memory.ts';
import { type TopUpNotice, topUpNewsTexts, topUpNotices } from '#texts/top-up-notices.ts';
import { pauseReason } from '#texts/top-up-pauses.ts';
import { Banner, type BannerProps } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import * as styles from './top-up-news.css.ts';

/** For each kind of news, the id of the last item that the customer dismissed. */
const dismissedNews: MemoryEntry<Readonly<Record<string, string>>> = {
  name: 'dismissedNews',
  place: 'device',
  lifetime: 365 * days,
  is: isTexts,
};

/** Shows news about automatic top-up, below the packages so that they don't move. Empty if it's off. */
export const TopUpNews = () => {
  const { data } = useQuery(useCustomer().storeQuery('credits'));
  const news = v.safeParse(topUpNewsSchema, data?.top_up);
  if (!news.success) return null;
  const { state, paused_reason, last_charge: charge } = news.output;
  return (
    <>
      {state === 'paused' && <News tone="warning" text={topUpNewsTexts.paused(pauseReason(paused_reason))} />}
      {topUpNotices(news.output, Date.now()).map(({ kind, id, text }) => (
        <News key={`${kind} ${id}`} tone="warning" text={text} topic={id === null ? null : { kind, id }} />
      ))}
      {charge && (
        <News
          key={charge.transaction_id}
          tone="info"
          text={topUpNewsTexts.charged(charge, chicagoTime(charge.date)?.date ?? '')}
          topic={{ kind: 'charge', id: charge.transaction_id }}
        />
      )}
    </>
  );
};

interface NewsProps extends Pick<BannerProps, 'tone'> {
  readonly text: string;
  /** Identifies news that the customer can dismiss. Other news is shown as long as it's true. */
  readonly topic?: { readonly kind: 'charge' | TopUpNotice['kind']; readonly id: string } | null;
}

/** Shows one news item. If it has a topic, dismissing it or opening the transaction hides it. */
const News = ({ tone, text, topic = null }: NewsProps) => {
  const dismissed = useCustomer().memory(dismissedNews);
  const [isDismissed, setDismissed] = useState(() => topic && dismissed.read()?.[topic.kind] === topic.id);
  if (isDismissed) return null;
  const dismiss = () => {
    if (topic) dismissed.keep({ ...dismissed.read(), [topic.kind]: topic.id });
    setDismissed(true);
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
              onClick={dismiss}
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
                dismiss();
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
