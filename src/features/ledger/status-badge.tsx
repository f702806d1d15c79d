import type { TransactionStatus } from '#contract/transactions.ts';
import { ledgerTexts } from '#texts/store.ts';
import * as styles from './status-badge.css.ts';

/** What became of a transaction, in a word that its sign does not outdo. */
export const StatusBadge = ({ status }: { readonly status: TransactionStatus }) => (
  <span className={styles.badge}>
    <span className={styles.signs[status]} aria-hidden="true" />
    {ledgerTexts.filter[status]}
  </span>
);
