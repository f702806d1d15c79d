import { useQuery } from '@tanstack/react-query';
import type { Summary } from '#contract/transactions.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { useCustomer, useLedger } from '#features/shared/app-context.ts';
import { selectView } from '#machines/lists/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { classNames } from '#ui/class-names.ts';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import * as styles from './ledger.css.ts';

const longestAmount = 40;

const { summary: texts } = ledgerTexts;

const figures: readonly { readonly label: string; readonly read: (summary: Summary) => string }[] = [
  { label: texts.totalSpent, read: (summary) => truncate(summary.total_spent_display, longestAmount) },
  { label: texts.totalTransactions, read: (summary) => formatCount(summary.total_transactions) },
  { label: texts.totalCredits, read: (summary) => formatCount(summary.total_credits_purchased) },
  { label: texts.currentBalance, read: (summary) => formatCount(summary.current_balance) },
];

/** Four figures, or an error of the same height. A customer without a record gets none. */
export const SummaryCards = () => {
  const { data, isPending, refetch } = useQuery(useCustomer().storeQuery('summary'));
  const welcoming = useLedger(selectView) === 'welcome';
  const isUnreadable = data === undefined && !isPending;
  if (isUnreadable && welcoming) return null;
  return (
    <div className={styles.summary}>
      <dl className={classNames(styles.figures, isUnreadable && styles.unseen)} aria-busy={isPending}>
        {figures.map(({ label, read }) => (
          <div key={label} className={styles.figure}>
            <dt className={styles.figureLabel}>{label}</dt>
            <dd className={styles.figureValue}>
              {data ? read(data) : isPending ? <Skeleton width="medium" height="title" /> : '\u00a0'}
            </dd>
          </div>
        ))}
      </dl>
      {isUnreadable && <RetryBanner text={texts.unreadable} onRetry={refetch} />}
    </div>
  );
};
