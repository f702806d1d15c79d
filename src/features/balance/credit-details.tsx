import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { expiryDay } from '#domain/chicago-time.ts';
import { formatBalance, formatCount } from '#domain/format.ts';
import { useCustomer } from '#features/shared/app-context.ts';
import { creditTexts } from '#texts/common.ts';
import * as styles from './credit-details.css.ts';

/** Shows what holds leave, and the next expiry. Renders nothing if the store didn't return them. */
export const Credits = ({ balance }: { readonly balance: number }) => {
  const { data, isSuccess } = useQuery(useCustomer().storeQuery('credits'));
  if (!isSuccess) return null;
  const { held, expiring } = data;
  const day = expiring && expiryDay(expiring.expires_at, Date.now());
  if (held === 0 && day === null) return null;
  return (
    <div className={styles.details}>
      {held > 0 && (
        <>
          <p className={styles.available}>{creditTexts.available(formatBalance(balance - held))}</p>
          <p>
            <Link to="/activity" className={styles.link}>
              {creditTexts.reserved(formatCount(held))}
            </Link>
          </p>
        </>
      )}
      {expiring && day && <p>{creditTexts.expiring(formatCount(expiring.credits), day)}</p>}
    </div>
  );
};
