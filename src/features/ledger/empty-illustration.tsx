import * as styles from './empty-illustration.css.ts';

/** An open ledger with empty lines, and a coin that waits to be entered. */
export const EmptyIllustration = () => (
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
