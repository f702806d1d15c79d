import { useCustomer, useLedger } from '#features/app-context.ts';
import { selectOpenTransaction } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { type DisplayedTransaction, displayTransaction } from './displayed-transaction.ts';
import { Receipt } from './receipt.tsx';
import * as styles from './transaction.css.ts';
import { PendingNote, StatusBadge } from './transaction-parts.tsx';

const { details: texts } = ledgerTexts;

/** All there is to know of the open transaction. */
export const TransactionDetails = () => {
  const { ledger } = useCustomer();
  const transaction = useLedger(selectOpenTransaction);
  const shown = transaction && displayTransaction(transaction);
  return (
    <Dialog
      open={shown !== null}
      onClose={() => ledger.send({ type: 'transaction.closed' })}
      title={texts.title}
      footer={
        <Button variant="secondary" icon={styles.printIcon} onClick={() => window.print()}>
          {ledgerTexts.receipt.print}
        </Button>
      }
    >
      {shown && <Facts transaction={shown} />}
      {shown && <Receipt transaction={shown} />}
    </Dialog>
  );
};

const Facts = ({ transaction: shown }: { readonly transaction: DisplayedTransaction }) => {
  const facts = [
    [texts.date, shown.exact],
    [texts.package, shown.packageName],
    [texts.amount, shown.amount],
    [texts.credits, shown.credits],
    [texts.bonusCredits, shown.bonusCredits],
    [texts.totalCredits, shown.totalCredits],
    [texts.balance, shown.balance],
    [texts.id, shown.id ?? ledgerTexts.notAvailable],
    [texts.gatewayId, shown.gatewayId],
    [texts.orderId, shown.orderId],
  ] as const;
  return (
    <dl className={styles.details}>
      <div className={styles.fact}>
        <dt className={styles.term}>{texts.status}</dt>
        <dd>
          <StatusBadge status={shown.status} />
          <PendingNote status={shown.status} />
        </dd>
      </div>
      {facts.map(([term, value]) => (
        <div key={term} className={styles.fact}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value} dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
};
