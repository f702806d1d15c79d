import { useCallback, useEffect, useId, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Transaction } from '#contract/transactions.ts';
import { hasReceipt } from '#domain/transactions.ts';
import { useApp, useAuth, useCustomer, useLedgerActor } from '#features/shared/app-context.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { receiptTexts, reversalTexts } from '#texts/receipt.ts';
import { shellTexts } from '#texts/shell.ts';
import { Button } from '#ui/Button.tsx';
import { footer } from '#ui/Dialog.css.ts';
import { useCopy } from '#ui/use-copy.ts';
import { awaitCard, isCardDue } from './await-card.ts';
import { type DisplayedDetails, displayDetails } from './displayed-details.ts';
import { RefundSection } from './refund-section.tsx';
import * as styles from './transaction-facts.css.ts';
import { PendingNote, StatusBadge } from './transaction-rows.tsx';

const { details: texts } = ledgerTexts;

export const TransactionFacts = ({ transaction }: { readonly transaction: Transaction }) => {
  const shown = displayDetails(transaction);
  const ledger = useLedgerActor();
  const { rereadHistory } = useCustomer();
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts for another transaction or status
  useEffect(() => awaitCard(ledger, rereadHistory), [ledger, rereadHistory, shown.id, shown.status]);
  const [refundedId, setRefundedId] = useState<string | null>(null);
  const noteRefund = useCallback(() => setRefundedId(shown.id), [shown.id]);
  const creditTerms = shown.status === 'refunded' ? texts.refunded : texts;
  const facts: readonly (readonly [term: string, value: string, isId?: boolean])[] = [
    [texts.date, shown.exact],
    [texts.package, shown.packageName],
    [texts.amount, shown.amount],
    ...(shown.isAutomatic ? [[receiptTexts.charge, receiptTexts.automatic] as const] : []),
    ...(shown.card === '' ? [] : [[texts.card, shown.card] as const]),
    [creditTerms.credits, shown.credits],
    [creditTerms.bonusCredits, shown.bonusCredits],
    [creditTerms.totalCredits, shown.totalCredits],
    [texts.balance, shown.balance],
    [texts.id, shown.id ?? ledgerTexts.notAvailable, true],
    [texts.gatewayId, shown.gatewayId, true],
    [texts.orderId, shown.orderId, true],
  ];
  return (
    <>
      <dl className={styles.details}>
        <div className={styles.fact}>
          <dt className={styles.muted}>{texts.status}</dt>
          <dd>
            <StatusBadge
              status={refundedId !== null && refundedId === shown.id ? 'refunded' : shown.status}
            />
            {shown.failureReason !== '' && (
              <p className={styles.note} dir="auto">
                {shown.failureReason}
              </p>
            )}
            {shown.status === 'pending' && (
              <PendingNote text={ledgerTexts.pending.next} className={styles.note} />
            )}
          </dd>
        </div>
        {facts.map(([term, value, isId]) => (
          <div key={term} className={styles.fact}>
            <dt className={styles.muted}>{term}</dt>
            <dd className={styles.value} dir="auto">
              <span>{value}</span>
              {isId && value !== ledgerTexts.notAvailable && <CopyButton name={term} text={value} />}
            </dd>
          </div>
        ))}
      </dl>
      {shown.status === 'failed' && !/refunded|charged/.test(shown.failureReason) && (
        <p className={styles.note}>{texts.notCharged}</p>
      )}
      {shown.reversals.length > 0 && <Reversals {...shown} />}
      <RefundSection key={shown.id} {...shown} onRefunded={noteRefund} />
      {hasReceipt(shown.status) && <PrintReceipt isCardDue={isCardDue(transaction)} />}
      <Receipt transaction={shown} />
    </>
  );
};

const CopyButton = ({ name, text }: { readonly name: string; readonly text: string }) => {
  const { outcome, copy } = useCopy();
  return (
    <>
      <Button
        variant="quiet"
        small
        icon={styles.copyIcon}
        className={styles.copy}
        aria-label={receiptTexts.copy(name)}
        onClick={() => void copy(text)}
      />
      <span role="status" className={styles.copied}>
        {outcome}
      </span>
    </>
  );
};

/** Longest wait for the card before a receipt prints without it, in ms. */
const patience = 10_000;

/** Prints the receipt, at best with the card, which the store learns a few seconds after a purchase. */
const PrintReceipt = ({ isCardDue }: { readonly isCardDue: boolean }) => {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const print = () => {
      setIsWanted(false);
      window.print();
    };
    const timer = setTimeout(print, isCardDue ? patience : 0);
    return () => clearTimeout(timer);
  }, [isWanted, isCardDue]);
  return (
    <div className={footer}>
      <Button variant="secondary" icon={styles.printIcon} busy={isWanted} onClick={() => setIsWanted(true)}>
        {receiptTexts.print}
      </Button>
    </div>
  );
};

/** Lists a transaction's refunds and chargebacks, oldest first. */
const Reversals = ({ reversals, isPartlyRefunded }: DisplayedDetails) => {
  const titleId = useId();
  return (
    <section className={styles.reversals} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.reversalsTitle}>
        {reversalTexts.title}
      </h3>
      {isPartlyRefunded && <p className={styles.muted}>{reversalTexts.part}</p>}
      <ol className={styles.reversalList}>
        {reversals.map((reversal) => (
          <li key={reversal.place} className={styles.reversal}>
            <p className={styles.reversalHead}>
              <span>{reversal.what}</span>
              <span className={styles.value} dir="auto">
                {reversal.amount}
              </span>
            </p>
            <p className={styles.reversalFacts}>
              <span>{reversal.exact}</span>
              <span>{reversal.credits}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** Renders a receipt that is hidden on screen and is the only content when printed. */
const Receipt = ({ transaction }: { readonly transaction: DisplayedDetails }) => {
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
    [texts.status, ledgerTexts.filter[status]],
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
