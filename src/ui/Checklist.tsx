import { useId } from 'react';
import * as styles from './Checklist.css.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface ChecklistItem {
  readonly text: string;
  readonly isDone: boolean;
  /** Text that tells screen readers whether the item is done. */
  readonly state: string;
}

export interface ChecklistProps {
  readonly title: string;
  readonly items: readonly ChecklistItem[];
  /** Text that screen readers announce when it changes; empty for no announcement. */
  readonly announcement: string;
}

/** Lists requirements. A check mark and hidden text show which ones are met. */
export const Checklist = ({ title, items, announcement }: ChecklistProps) => {
  const titleId = useId();
  return (
    <div className={styles.box}>
      <p id={titleId} className={styles.title}>
        {title}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: WebKit drops the list role without bullets */}
      <ul role="list" className={styles.list} aria-labelledby={titleId}>
        {items.map(({ text, isDone, state }) => (
          <li key={text} className={isDone ? styles.done : styles.item}>
            <span className={isDone ? styles.doneIcon : styles.openIcon} aria-hidden="true" />
            <span>
              <span>{text}</span>
              <VisuallyHidden>{`, ${state}`}</VisuallyHidden>
            </span>
          </li>
        ))}
      </ul>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </div>
  );
};
