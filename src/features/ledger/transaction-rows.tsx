import type { ReactNode } from 'react';
import type { TransactionStatus } from '#contract/queries.ts';
import { useLedger, useLedgerActor } from '#features/shared/app-context.ts';
import { ledgerRowsId } from '#features/shared/focus-targets.ts';
import { useMedia } from '#features/shared/use-media.ts';
import { selectHistory } from '#machines/lists/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { number, opens } from '#ui/Table.css.ts';
import { Table } from '#ui/Table.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { type DisplayedTransaction, displayTransaction } from './displayed-transaction.ts';
import * as styles from './transaction.css.ts';

const { columns } = ledgerTexts;

const headings = [
  { name: columns.date },
  { name: columns.package },
  { name: columns.amount, isNumeric: true },
  { name: columns.credits, isNumeric: true },
  { name: columns.balance, isNumeric: true },
  { name: columns.status },
  { name: columns.id },
];

interface TransactionProps {
  readonly transaction: DisplayedTransaction;
  /** Index on the page, from 0. */
  readonly place: number;
}

/** Matches windows that are wide enough for the table's seven columns. */
const tableWidth = '(min-width: 46rem)';

/** Renders a page's rows as a table or, in narrow windows, as cards. */
export const TransactionRows = () => {
  const history = useLedger(selectHistory);
  const isWide = useMedia(tableWidth);
  const Row = isWide ? TableRow : Card;
  const transactions = history?.transactions.map(displayTransaction) ?? [];
  const pending = transactions.filter(({ status }) => status === 'pending');
  const rows = transactions.map((transaction, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is replaced as a whole, and ids can be missing or duplicated
    <Row key={place} transaction={transaction} place={place} />
  ));
  return (
    <div id={ledgerRowsId}>
      {pending.length > 0 && (
        <PendingNote text={ledgerTexts.pending.listed(pending.length)} className={styles.noteOfRows} />
      )}
      {isWide ? (
        <Table label={ledgerTexts.region} columns={headings} className={styles.table}>
          {rows}
        </Table>
      ) : (
        <ul className={styles.cards} aria-label={ledgerTexts.region}>
          {rows}
        </ul>
      )}
    </div>
  );
};

const useOpen = (id: string | null, place: number) => {
  const ledger = useLedgerActor();
  return () => ledger.send(id === null ? { type: 'row.opened', place } : { type: 'transaction.opened', id });
};

const TableRow = ({ transaction, place }: TransactionProps) => {
  return (
    // Keyboard users press the button in the row.
    <tr className={opens} onClick={useOpen(transaction.id, place)}>
      <td>
        <span className={styles.date}>{transaction.date}</span>{' '}
        <span className={styles.time}>{transaction.time}</span>
      </td>
      <td className={styles.rowName} dir="auto">
        {transaction.packageName}
      </td>
      <td className={number}>{figureOf(transaction, transaction.amount)}</td>
      <td className={number}>{figureOf(transaction, transaction.rowCredits)}</td>
      <td className={number}>{transaction.balance}</td>
      <td>
        <RowStatus {...transaction} />
      </td>
      <td>
        <OpenTransaction {...transaction} />
      </td>
    </tr>
  );
};

/** Strikes a figure of a refunded purchase, so that it doesn't look spent. */
const figureOf = ({ status }: DisplayedTransaction, text: string): ReactNode =>
  status === 'refunded' ? (
    <>
      <s>{text}</s> <VisuallyHidden>{ledgerTexts.refunded}</VisuallyHidden>
    </>
  ) : (
    text
  );

const Card = ({ transaction, place }: TransactionProps) => {
  const facts: readonly (readonly [term: string, value: ReactNode, className?: string])[] = [
    [columns.date, `${transaction.date} ${transaction.time}`, styles.whole],
    [columns.amount, figureOf(transaction, transaction.amount)],
    [columns.credits, figureOf(transaction, transaction.rowCredits)],
    [columns.balance, transaction.balance],
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press the button in the card
    <li className={styles.card} onClick={useOpen(transaction.id, place)}>
      <div className={styles.head}>
        <h3 className={styles.cardName} dir="auto">
          {transaction.packageName}
        </h3>
        <div className={styles.cardStatus}>
          <RowStatus {...transaction} />
        </div>
      </div>
      <dl className={styles.cardFacts}>
        {facts.map(([term, value, className]) => (
          <div key={term} className={className}>
            <dt className={styles.cardTerm}>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.cardId}>
        <span>{columns.id}</span> <OpenTransaction {...transaction} />
        {/* Screen readers announce the adjacent button instead. */}
        <span className={styles.cardOpens} aria-hidden="true">
          {ledgerTexts.opens}
        </span>
      </p>
    </li>
  );
};

export const StatusBadge = ({ status }: { readonly status: TransactionStatus }) => (
  <span className={styles.badge}>
    <span className={styles.signs[status]} aria-hidden="true" />
    <span>{ledgerTexts.filter[status]}</span>
  </span>
);

/** Shows a row's status, with notes if the purchase was automatic or partially refunded. */
const RowStatus = ({ status, isAutomatic, isPartlyRefunded }: DisplayedTransaction) => (
  <>
    <StatusBadge status={status} />
    {isAutomatic && <p className={styles.partMark}>{ledgerTexts.automatic}</p>}
    {isPartlyRefunded && <p className={styles.partMark}>{ledgerTexts.partlyRefunded}</p>}
  </>
);

/** Explains unconfirmed payments and offers a button to check again. */
export const PendingNote = ({ text, className }: { readonly text: string; readonly className: string }) => {
  const ledger = useLedgerActor();
  return (
    <p className={className}>
      <span>{text}</span>{' '}
      <button
        type="button"
        className={styles.check}
        onClick={() => ledger.send({ type: 'refresh.requested' })}
      >
        {ledgerTexts.pending.checkAgain}
      </button>
    </p>
  );
};

/** Renders the row's button. Its click bubbles to the row's handler, which opens the details. */
const OpenTransaction = ({ id, shortId }: Pick<DisplayedTransaction, 'id' | 'shortId'>) => (
  <button
    type="button"
    className={styles.open}
    aria-haspopup="dialog"
    aria-label={id === null ? ledgerTexts.openUnnamed : undefined}
  >
    {shortId}
  </button>
);
