import { type ReactNode, useId } from 'react';
import { checkoutTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './summary-line.css.ts';

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
    <fieldset className={styles.line}>
      <legend className={styles.heading}>{heading}</legend>
      {mark && <span>{mark}</span>}
      <p id={textId} className={styles.text}>
        {children}
        {note && <span className={styles.note}>{note}</span>}
      </p>
      <Button variant="secondary" small aria-describedby={textId} onClick={onEdit}>
        {checkoutTexts.edit}
      </Button>
    </fieldset>
  );
};
