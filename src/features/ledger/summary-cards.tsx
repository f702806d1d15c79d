import { useQuery } from '@tanstack/react-query';
import type { Summary } from '#contract/transactions.ts';
import { formatCount } from '#domain/count.ts';
import { truncate } from '#domain/text.ts';
import { useCustomer, useLedger } from '#features/app-context.ts';
import { selectView } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
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

/** The ledger in four figures. A customer without a record has none. */
export const SummaryCards = () => {
  const { data, isPending, refetch } = useQuery(useCustomer().storeQuery('summary'));
  const welcoming = useLedger(selectView) === 'welcome';
  if (data === undefined && !isPending)
    return welcoming ? null : <RetryBanner text={texts.unreadable} onRetry={refetch} />;
  return (
    <dl className={styles.figures} aria-busy={isPending}>
      {figures.map(({ label, read }) => (
        <div key={label} className={styles.figure}>
          <dt className={styles.figureLabel}>{label}</dt>
          <dd className={styles.figureValue}>
            {data ? read(data) : <Skeleton width="medium" height="title" />}
          </dd>
        </div>
      ))}
    </dl>
  );
};
