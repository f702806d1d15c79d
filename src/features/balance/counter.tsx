import { formatCount } from '#domain/count.ts';
import { useApp } from '#features/app-context.ts';
import { balanceTexts } from '#texts/balance.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import * as styles from './balance.css.ts';
import { useCountUp } from './use-count-up.ts';

/** The balance in moving digits; a screen reader hears the one value that they come to. */
export const Counter = ({ balance }: { readonly balance: number }) => {
  const { productName } = useApp();
  const { moving, settled } = useCountUp(balance);
  return (
    <p className={styles.counter}>
      <span aria-hidden="true">{formatCount(moving)}</span>
      <VisuallyHidden role="status">
        {settled !== null && balanceTexts.value(formatCount(settled), productName)}
      </VisuallyHidden>
    </p>
  );
};
