import type { ReactNode } from 'react';
import { uiTexts } from '#texts/ui.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import * as styles from './rows.css.ts';

const placesOfRows = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

export const RowsSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    {placesOfRows.map((place) => (
      <Skeleton key={place} height="control" />
    ))}
  </div>
);

interface NoRowsProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly children?: ReactNode;
}

export const NoRows = ({ title, lines, children }: NoRowsProps) => (
  <div className={styles.message} role="status">
    <EmptyIllustration />
    <h3 className={styles.messageTitle}>{title}</h3>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
    {children}
  </div>
);

const EmptyIllustration = () => (
  <svg viewBox="0 0 176 112" className={styles.drawing} aria-hidden="true">
    <ellipse className={styles.ground} cx="88" cy="98" rx="80" ry="12" />
    <path className={styles.page} d="M88 34C74 24 52 22 26 25v62c26-3 48-1 62 9z" strokeLinejoin="round" />
    <path className={styles.page} d="M88 34c14-10 36-12 62-9v62c-26-3-48-1-62 9z" strokeLinejoin="round" />
    <path className={styles.entry} d="M38 40c14-1 26 0 38 4" fill="none" />
    <path className={styles.rule} d="M38 53c14-1 26 0 38 4M38 66c14-1 26 0 38 4" fill="none" />
    <path className={styles.rule} d="M138 53c-14-1-26 0-38 4M138 66c-14-1-26 0-38 4" fill="none" />
    <circle className={styles.coin} cx="127" cy="29" r="19" />
    <path className={styles.mark} d="M134 24.5a8.5 8.5 0 1 0 0 9" />
  </svg>
);

interface FailedRowsProps {
  readonly title: string;
  readonly hint: string;
  readonly onRetry: () => void;
}

export const FailedRows = ({ title, hint, onRetry }: FailedRowsProps) => (
  <div className={styles.message} role="alert">
    <h3 className={styles.messageTitle}>{title}</h3>
    <p>{hint}</p>
    <Button variant="secondary" onClick={onRetry}>
      {uiTexts.retry}
    </Button>
  </div>
);
