import { pagerTexts } from '#texts/common.ts';
import { Button } from './Button.tsx';
import * as styles from './Pager.css.ts';

export interface PagerProps {
  /** The accessible name. */
  readonly label: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
  /** Called when the customer is likely to open the next page, so that it can be prefetched. */
  readonly onNextLikely?: () => void;
}

export const Pager = ({ label, page, pages, onTurn, onNextLikely }: PagerProps) => (
  <nav className={styles.pager} aria-label={label}>
    <Button
      variant="secondary"
      small
      icon={styles.previousIcon}
      disabled={page <= 1}
      onClick={() => onTurn(page - 1)}
    >
      {pagerTexts.previous}
    </Button>
    <p className={styles.page} aria-live="polite">
      {pagerTexts.page(page, Math.max(page, pages))}
    </p>
    <Button
      variant="secondary"
      small
      icon={styles.nextIcon}
      className={styles.next}
      disabled={page >= pages}
      onPointerEnter={onNextLikely}
      onFocus={onNextLikely}
      onClick={() => onTurn(page + 1)}
    >
      {pagerTexts.next}
    </Button>
  </nav>
);
