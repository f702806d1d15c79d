import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#domain/count.ts';
import { countUpDuration, countUpSteps, countUpValues } from '#domain/count-up.ts';
import { useApp } from '#features/app-context.ts';
import { balanceTexts } from '#texts/balance.ts';
import { prefersReducedMotion } from '#ui/reduced-motion.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import * as styles from './balance.css.ts';

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

interface Count {
  /** The value on its way to the target. */
  readonly moving: number;
  /** The target last reached, or null before the first. */
  readonly settled: number | null;
}

/** Moves from 0 to the first target and from there to each next one; at once where motion is unwanted. */
const useCountUp = (target: number): Count => {
  const [moving, setMoving] = useState(() => (prefersReducedMotion() ? target : 0));
  const [settled, setSettled] = useState<number | null>(null);
  const shown = useRef(moving);

  useEffect(() => {
    const values = prefersReducedMotion() ? [target] : countUpValues(shown.current, target);
    const upcoming = values.values();
    const show = () => {
      const { value, done } = upcoming.next();
      if (done === true) {
        clearInterval(timer);
        setSettled(target);
        return;
      }
      shown.current = value;
      setMoving(value);
    };
    const timer = setInterval(show, countUpDuration / countUpSteps);
    return () => clearInterval(timer);
  }, [target]);

  return { moving, settled };
};
