import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import type { CreditDetails } from '#contract/account.ts';
import { type TopUpNews, topUpNewsSchema } from '#contract/top-up-news.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { useCustomer } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import { isTexts, onDevice } from '#features/shared/memory.ts';
import { newsTexts, type TopUpNotice, topUpNotices } from '#texts/top-up-notices.ts';
import { pauseReason } from '#texts/top-up-pauses.ts';
import { Banner, type BannerProps } from '#ui/Banner.tsx';
import { closeIcon } from '#ui/Dialog.css.ts';
import { standaloneLink } from '#ui/link.css.ts';
import * as styles from './account-news.css.ts';

/** For each kind of news, the id of the last item that the customer dismissed. */
const dismissedNews = onDevice('dismissedNews', isTexts);

/** Use, as a part of the spending limit, at which the dashboard shows a warning. The store's email is sent then, too. */
const nearLimit = 0.8;

interface News extends Pick<BannerProps, 'tone'> {
  readonly text: string;
  /** Identifies news that the customer can dismiss. Other news is shown as long as it's true. */
  readonly topic: { readonly kind: 'charge' | TopUpNotice['kind']; readonly id: string } | null;
}

/** Returns the news of automatic top-up, the most important first. */
const newsOfTopUp = (topUp: TopUpNews): readonly News[] => {
  const { state, paused_reason, last_charge: charge } = topUp;
  const news: News[] = topUpNotices(topUp, Date.now()).map(({ kind, id, text }) => ({
    tone: 'warning',
    text,
    topic: id === null ? null : { kind, id },
  }));
  if (state === 'paused')
    news.unshift({ tone: 'warning', text: newsTexts.paused(pauseReason(paused_reason)), topic: null });
  if (charge)
    news.push({
      tone: 'info',
      text: newsTexts.charged(charge, chicagoTime(charge.date)?.date ?? ''),
      topic: { kind: 'charge', id: charge.transaction_id },
    });
  return news;
};

/** Returns the news, the most important first. */
const newsIn = ({ spending_limit: limit, top_up }: CreditDetails): readonly News[] => {
  const topUp = v.safeParse(topUpNewsSchema, top_up);
  const news = topUp.success ? newsOfTopUp(topUp.output) : [];
  if (!limit || limit.monthly_credits === null) return news;
  const { used, monthly_credits } = limit;
  if (used < monthly_credits * nearLimit) return news;
  const text = newsTexts.limitNear({ ...limit, monthly_credits }, Date.now());
  return [{ tone: 'warning', text, topic: null }, ...news];
};

/** Shows the first news that isn't dismissed, between the balance and the packages, so that nothing moves. */
export const AccountNews = () => {
  const { data } = useQuery(useCustomer().storeQuery('credits'));
  const memory = useCustomer().memory(dismissedNews);
  const [dismissed, setDismissed] = useState(() => memory.read() ?? {});
  if (data === undefined) return null;
  const news = newsIn(data).find(({ topic }) => topic === null || dismissed[topic.kind] !== topic.id);
  if (news === undefined) return null;
  const { tone, text, topic } = news;
  const dismiss = () => {
    if (topic === null) return;
    const all = { ...memory.read(), [topic.kind]: topic.id };
    memory.keep(all);
    setDismissed(all);
  };
  return (
    <div className={styles.place}>
      <Banner tone={tone}>
        <div className={styles.line}>
          <p className={styles.text}>{text}</p>
          {topic?.kind === 'charge' ? (
            <Link
              to="/dashboard"
              search={{ status: 'all', tx: topic.id }}
              className={standaloneLink}
              onClick={dismiss}
            >
              {newsTexts.toEntry}
            </Link>
          ) : (
            <Link to="/billing" className={standaloneLink}>
              {newsTexts.toBilling}
            </Link>
          )}
          {topic && (
            <button
              type="button"
              className={styles.dismiss}
              aria-label={newsTexts.dismiss}
              onClick={() => {
                dismiss();
                focusHeading('packages');
              }}
            >
              <span className={closeIcon} aria-hidden="true" />
            </button>
          )}
        </div>
      </Banner>
    </div>
  );
};
