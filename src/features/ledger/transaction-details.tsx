import type { ReactNode } from 'react';
import type { Transaction } from '#contract/transactions.ts';
import { hasReceipt, readTransactionStatus } from '#domain/transactions.ts';
import { useCustomer, useLedger } from '#features/shared/app-context.ts';
import { selectOpenTransaction } from '#machines/lists/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import * as styles from './transaction.css.ts';

interface TransactionDetailsProps {
  readonly children: (transaction: Transaction) => ReactNode;
}

export const TransactionDetails = ({ children }: TransactionDetailsProps) => {
  const { ledger } = useCustomer();
  const transaction = useLedger(selectOpenTransaction);
  return (
    <Dialog
      open={transaction !== null}
      onClose={() => ledger.send({ type: 'transaction.closed' })}
      title={ledgerTexts.details.title}
      footer={
        transaction &&
        hasReceipt(readTransactionStatus(transaction.status)) && (
          <Button variant="secondary" icon={styles.printIcon} onClick={() => window.print()}>
            {ledgerTexts.print}
          </Button>
        )
      }
    >
      {transaction && children(transaction)}
    </Dialog>
  );
};
