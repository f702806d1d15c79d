import { type ReactNode, useId } from 'react';
import { checkoutTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './checkout.css.ts';

interface SummaryLineProps {
  readonly heading: string;
  readonly mark?: ReactNode;
  readonly children: string;
  readonly note?: string | null;
  readonly onEdit: () => void;
}

/** Renders a part of the form that is filled in already as one line. */
export const SummaryLine = ({ heading, mark, children, note, onEdit }: SummaryLineProps) => {
  const textId = useId();
  return (
    <fieldset className={styles.summaryLine}>
      <legend className={styles.summaryHeading}>{heading}</legend>
      {mark && <span>{mark}</span>}
      <p id={textId} className={styles.summaryText}>
        {children}
        {note && <span className={styles.summaryNote}>{note}</span>}
      </p>
      <Button variant="secondary" small aria-describedby={textId} onClick={onEdit}>
        {checkoutTexts.edit}
      </Button>
    </fieldset>
  );
};
