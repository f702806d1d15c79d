import { Button } from './Button.tsx';
import * as styles from './Pager.css.ts';

interface Turn {
  readonly text: string;
  /** Whether the page doesn't exist. */
  readonly isOff: boolean;
  readonly onPress: () => void;
  /** Called when the customer is likely to open the page, to prefetch it. */
  readonly onLikely?: () => void;
}

interface PagerProps {
  readonly label: string;
  /** Text that identifies the current page. */
  readonly mark: string | null;
  readonly previous: Turn;
  readonly next: Turn;
}

/** Renders a pager. Its buttons keep their focus even on the first and last page. */
export const Pager = ({ label, mark, previous, next }: PagerProps) => (
  <nav className={styles.pager} aria-label={label}>
    <TurnButton icon={styles.previousIcon} {...previous} />
    <p className={mark && mark.length > 20 ? styles.longMark : styles.mark} aria-live="polite">
      {mark}
    </p>
    <TurnButton icon={styles.nextIcon} className={styles.next} {...next} />
  </nav>
);

type TurnButtonProps = Turn & { readonly icon: string; readonly className?: string };

const TurnButton = ({ text, isOff, onPress, onLikely, ...look }: TurnButtonProps) => (
  <Button
    variant="secondary"
    small
    {...look}
    aria-disabled={isOff}
    onPointerEnter={onLikely}
    onFocus={onLikely}
    onClick={onPress}
  >
    {text}
  </Button>
);
