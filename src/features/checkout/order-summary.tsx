import type { Product } from '#contract/products.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import { totalCredits } from '#domain/packages.ts';
import { truncate } from '#domain/text.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import * as styles from './checkout.css.ts';

const longestName = 80;

export const OrderSummary = ({ product }: { readonly product: Product }) => (
  <div className={styles.order}>
    <dl className={styles.summary}>
      <div className={styles.line}>
        <dt className={styles.term}>{checkoutTexts.package}</dt>
        <dd dir="auto">{truncate(product.name, longestName)}</dd>
      </div>
      <div className={styles.line}>
        <dt className={styles.term}>{checkoutTexts.credits}</dt>
        <dd>{formatCount(product.credits)}</dd>
      </div>
      {product.bonus_credits > 0 && (
        <div className={styles.line}>
          <dt className={styles.term}>{checkoutTexts.bonusCredits}</dt>
          <dd>{`+${formatCount(product.bonus_credits)}`}</dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{checkoutTexts.total}</dt>
        <dd className={styles.amount}>{formatCents(product.price_cents)}</dd>
      </div>
    </dl>
    <p className={styles.receive}>{checkoutTexts.receive(formatCount(totalCredits(product)))}</p>
    <p className={styles.safe}>
      <span className={styles.safeIcon} aria-hidden="true" />
      <span>{checkoutTexts.safe}</span>
    </p>
  </div>
);
