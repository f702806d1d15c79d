import type { ReactNode } from 'react';
import { hasReceipt } from '#domain/transactions.ts';
import { useCustomer, useLedger } from '#features/shared/app-context.ts';
import { selectOpenTransaction } from '#machines/lists/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { type DisplayedTransaction, displayTransaction } from './displayed-transaction.ts';
import * as styles from './transaction.css.ts';

interface TransactionDetailsProps {
  readonly children: (transaction: DisplayedTransaction) => ReactNode;
}

export const TransactionDetails = ({ children }: TransactionDetailsProps) => {
  const { ledger } = useCustomer();
  const transaction = useLedger(selectOpenTransaction);
  const shown = transaction && displayTransaction(transaction);
  return (
    <Dialog
      open={transaction !== null}
      onClose={() => ledger.send({ type: 'transaction.closed' })}
      title={ledgerTexts.details.title}
      footer={
        shown &&
        hasReceipt(shown.status) && (
          <Button variant="secondary" icon={styles.printIcon} onClick={() => window.print()}>
            {ledgerTexts.print}
          </Button>
        )
      }
    >
      {shown && children(shown)}
    </Dialog>
  );
};
