import { useId } from 'react';
import { reversalTexts } from '#texts/receipt.ts';
import type { DisplayedDetails, DisplayedReversal } from './displayed-details.ts';
import * as styles from './transaction-facts.css.ts';

interface ReversalsProps {
  readonly transaction: Pick<DisplayedDetails, 'reversals' | 'isPartlyRefunded'>;
}

/** A transaction's refunds and chargebacks, oldest first. */
export const Reversals = ({ transaction: { reversals, isPartlyRefunded } }: ReversalsProps) => {
  const titleId = useId();
  return (
    <section className={styles.reversals} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.reversalsTitle}>
        {reversalTexts.title}
      </h3>
      {isPartlyRefunded && <p className={styles.partNote}>{reversalTexts.part}</p>}
      <ol className={styles.reversalList}>
        {reversals.map((reversal) => (
          <ReversalItem key={reversal.place} reversal={reversal} />
        ))}
      </ol>
    </section>
  );
};

const ReversalItem = ({ reversal }: { readonly reversal: DisplayedReversal }) => (
  <li className={styles.reversal}>
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
);
