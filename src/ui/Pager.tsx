import { pagerTexts } from '#texts/common.ts';
import { Button } from './Button.tsx';
import * as styles from './Pager.css.ts';

export interface PagerProps {
  /** Of what these are the pages. */
  readonly label: string;
  /** The page that is shown, counted from 1. */
  readonly page: number;
  /** How many there are. */
  readonly pages: number;
  readonly onTurn: (page: number) => void;
  /** The next page will probably be asked for. */
  readonly onNextLikely?: () => void;
}

/** Turns pages one by one and says which is shown. */
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
