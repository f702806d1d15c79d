import { useQuery } from '@tanstack/react-query';
import { useApp, useCustomer } from '#features/app-context.ts';
import { balanceTexts } from '#texts/balance.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import * as styles from './balance.css.ts';
import { Counter } from './counter.tsx';

const repairInterval = 5_000;

/** How many credits there are. A value that could not be refreshed stays, says so, and is read again by itself. */
export const BalanceRegion = () => {
  const { productName } = useApp();
  const { storeQuery } = useCustomer();
  const { data, isPending, isRefetchError, refetch } = useQuery({
    ...storeQuery('balance'),
    refetchInterval: ({ state }) =>
      state.status === 'error' && state.data !== undefined ? repairInterval : false,
  });
  return (
    <Region className={styles.vault} label={balanceTexts.region(productName)} busy={isPending}>
      {data && <Counter balance={data.balance} />}
      {isPending && (
        <div className={styles.counter}>
          <Skeleton width="medium" height="display" />
        </div>
      )}
      {!data && !isPending && <RetryBanner text={balanceTexts.unreadable} onRetry={refetch} />}
      {isRefetchError && (
        <p className={styles.updating} role="status">
          {balanceTexts.updating}
        </p>
      )}
    </Region>
  );
};
