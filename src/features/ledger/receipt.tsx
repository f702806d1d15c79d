import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { receiptTexts } from '#texts/receipt.ts';
import { shellTexts } from '#texts/shell.ts';
import type { DisplayedDetails } from './displayed-details.ts';
import * as styles from './receipt.css.ts';

const { details: texts, filter } = ledgerTexts;

/** A transaction's receipt. It is invisible on screen, and the only content in print. */
export const Receipt = ({ transaction }: { readonly transaction: DisplayedDetails }) => {
  const { productName, seller } = useApp();
  const user = useAuth(selectUser);
  const { status } = transaction;
  const creditTerms = status === 'refunded' ? texts.refunded : texts;
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.setAttribute(styles.printsReceipt, '');
    return () => root.removeAttribute(styles.printsReceipt);
  }, []);
  const facts = [
    [receiptTexts.seller, seller ?? shellTexts.brand],
    [receiptTexts.customer, [user?.firstName, user?.lastName].filter(Boolean).join(' ')],
    [receiptTexts.email, user?.email ?? ''],
    [texts.date, transaction.exact],
    [texts.status, filter[status]],
    [texts.id, transaction.id ?? transaction.shortId],
    [texts.gatewayId, transaction.gatewayId],
    [texts.orderId, transaction.orderId],
    [texts.package, transaction.packageName],
    [creditTerms.credits, transaction.credits],
    [creditTerms.bonusCredits, transaction.bonusCredits],
    [creditTerms.totalCredits, transaction.totalCredits],
    [texts.balance, transaction.balance],
    [texts.card, transaction.card],
    [receiptTexts.charge, transaction.isAutomatic ? receiptTexts.automatic : ''],
  ] as const;
  return createPortal(
    <article className={styles.receipt} data-receipt={status}>
      <header className={styles.header}>
        <p className={styles.brand}>{`${shellTexts.brand} · ${productName}`}</p>
        <h1>{receiptTexts.title[status]}</h1>
      </header>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([term, value]) => (
            <div key={term} className={styles.line}>
              <dt>{term}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        <div className={styles.total}>
          <dt>{receiptTexts.total}</dt>
          <dd>{transaction.amount}</dd>
        </div>
        {transaction.reversals.map(({ place, what, exact, amount, credits }) => (
          <div key={place} className={styles.line}>
            <dt>
              <span>{what}</span>
              <br />
              <span>{exact}</span>
            </dt>
            <dd dir="auto">
              <span>{amount}</span>
              <br />
              <span>{credits}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p>{transaction.isPartlyRefunded ? receiptTexts.partlyRefunded : receiptTexts.note[status]}</p>
    </article>,
    document.body,
  );
};
