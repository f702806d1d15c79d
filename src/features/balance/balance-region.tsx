import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { countUp, countUpValues } from '#domain/count-up.ts';
import { formatCount } from '#domain/format.ts';
import { useApp, useCustomer } from '#features/shared/app-context.ts';
import { ContactLine } from '#features/shared/support-link.tsx';
import { balanceTexts } from '#texts/dashboard.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { prefersReducedMotion } from '#ui/view-transition.ts';
import * as styles from './balance.css.ts';

const repairInterval = 5_000;

/**
 * Shows the balance. If a refresh fails, keeps the old value, shows a message and keeps retrying.
 * @param details content below the balance, shown only if the balance is up to date
 */
export const BalanceRegion = ({ details }: { readonly details: (balance: number) => ReactNode }) => {
  const { productName } = useApp();
  const { data, isPending, isRefetchError, refetch } = useQuery({
    ...useCustomer().storeQuery('balance'),
    refetchInterval: ({ state }) =>
      state.status === 'error' && state.data !== undefined ? repairInterval : false,
  });
  return (
    <Region className={styles.vault} label={balanceTexts.region(productName)} busy={isPending}>
      {data && <Counter balance={data.balance} />}
      {data && data.balance < 0 && (
        <p className={styles.note}>{balanceTexts.belowZero(formatCount(-data.balance), productName)}</p>
      )}
      {isPending && (
        <div className={styles.counter}>
          <Skeleton width="medium" height="display" />
        </div>
      )}
      {!data && !isPending && (
        <div className={styles.unreadable}>
          <RetryBanner text={balanceTexts.unreadable} onRetry={refetch} small />
        </div>
      )}
      <OtherAccountNote />
      {isRefetchError ? (
        <p className={styles.update} role="status">
          {balanceTexts.updating}
        </p>
      ) : (
        data && details(data.balance)
      )}
    </Region>
  );
};

/** Explains that the balance excludes purchases made with another sign-in method. */
const OtherAccountNote = () => {
  const { productName } = useApp();
  const { data: profile } = useQuery(useCustomer().storeQuery('profile'));
  if (profile?.hasOtherAccount !== true) return null;
  return <ContactLine className={styles.note}>{balanceTexts.otherAccount(productName)}</ContactLine>;
};

/** Renders an animated balance. Screen readers read only the final value. */
const Counter = ({ balance }: { readonly balance: number }) => {
  const { productName } = useApp();
  const moving = useCountUp(balance);
  return (
    <p className={styles.counter} data-long={formatCount(balance).length > 9}>
      <span aria-hidden="true">{formatCount(moving)}</span>
      <VisuallyHidden role="status">{balanceTexts.value(formatCount(balance), productName)}</VisuallyHidden>
    </p>
  );
};

/** Counts from 0 to the first target and then to each new target. Skips the animation for reduced motion. */
const useCountUp = (target: number) => {
  const [moving, setMoving] = useState(() => (prefersReducedMotion() ? target : 0));
  const shown = useRef(moving);

  useEffect(() => {
    const values = prefersReducedMotion() ? [target] : countUpValues(shown.current, target);
    return countUp(values, (value) => {
      shown.current = value;
      setMoving(value);
    });
  }, [target]);

  return moving;
};
