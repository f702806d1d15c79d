import { ledgerTexts } from '#texts/ledger.ts';
import { classNames } from '#ui/class-names.ts';
import type { DisplayedTransaction } from './displayed-transaction.ts';
import { OpenTransaction } from './open-transaction.tsx';
import { PendingNote } from './pending-note.tsx';
import { StatusBadge } from './status-badge.tsx';
import * as styles from './transaction-cards.css.ts';
import { useOpenTransaction } from './use-open-transaction.ts';

const { columns } = ledgerTexts;

interface TransactionCardsProps {
  readonly transactions: readonly DisplayedTransaction[];
}

/** The rows of a page on a narrow screen. */
export const TransactionCards = ({ transactions }: TransactionCardsProps) => (
  <ul className={styles.cards} aria-label={ledgerTexts.region}>
    {transactions.map((transaction, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is replaced as a whole, and ids may be missing or come twice
      <TransactionCard key={place} transaction={transaction} />
    ))}
  </ul>
);

const TransactionCard = ({ transaction }: { readonly transaction: DisplayedTransaction }) => {
  const open = useOpenTransaction()(transaction);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for the keyboard there is the button in the card
    <li className={classNames(styles.card, open && styles.opens)} onClick={open}>
      <div className={styles.head}>
        <h3 className={styles.name} dir="auto">
          {transaction.packageName}
        </h3>
        <StatusBadge status={transaction.status} />
      </div>
      <dl className={styles.facts}>
        <Fact
          term={columns.date}
          value={`${transaction.date} ${transaction.time}`}
          className={styles.whole}
        />
        <Fact term={columns.amount} value={transaction.amount} />
        <Fact term={columns.credits} value={transaction.totalCredits} />
        <Fact term={columns.balance} value={transaction.balance} />
      </dl>
      {transaction.status === 'pending' && <PendingNote />}
      <p className={styles.id}>
        {columns.id} <OpenTransaction transaction={transaction} />
      </p>
    </li>
  );
};

interface FactProps {
  readonly term: string;
  readonly value: string;
  readonly className?: string;
}

const Fact = ({ term, value, className }: FactProps) => (
  <div className={className}>
    <dt className={styles.term}>{term}</dt>
    <dd>{value}</dd>
  </div>
);
