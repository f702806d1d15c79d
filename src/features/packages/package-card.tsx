import { useId } from 'react';
import type { Product } from '#contract/products.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import type { Tier } from '#domain/packages.ts';
import { creditsPerDollar, readPackageLabel } from '#domain/packages.ts';
import { truncate } from '#domain/text.ts';
import { buyButtonId } from '#features/shared/focus-targets.ts';
import { packageTexts } from '#texts/dashboard.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import * as styles from './packages.css.ts';

const longestName = 80;
const longestDescription = 160;

interface PackageCardProps {
  readonly product: Product;
  readonly tier: Tier;
  readonly chosen: boolean;
  readonly disabled: boolean;
  /** Whether the customer is offline and can't buy. */
  readonly offline: boolean;
  readonly onBuy: (product: Product) => void;
  /** Called when the pointer or focus reaches the button. */
  readonly onApproach: () => void;
}

export const PackageCard = ({
  product,
  tier,
  chosen,
  disabled,
  offline,
  onBuy,
  onApproach,
}: PackageCardProps) => {
  const nameId = useId();
  const chosenId = useId();
  const offlineId = useId();
  const perDollar = creditsPerDollar(product);
  return (
    <li className={styles.card[tier]} data-tier={tier} aria-current={chosen || undefined}>
      {chosen && (
        <p id={chosenId} className={styles.chosen}>
          {packageTexts.chosen}
        </p>
      )}
      <span className={styles.coins[tier]} aria-hidden="true" />
      <PackageMark description={product.description} />
      <h3 id={nameId} className={styles.name} dir="auto">
        {truncate(product.name, longestName)}
      </h3>
      <p className={styles.credits}>{packageTexts.credits(formatCount(product.credits))}</p>
      <p className={styles.worth}>
        {product.bonus_credits > 0 && <Badge>{packageTexts.bonus(formatCount(product.bonus_credits))}</Badge>}
        {perDollar !== null && <span>{packageTexts.perDollar(formatCount(perDollar))}</span>}
      </p>
      <Button
        id={buyButtonId(product.id)}
        className={styles.buy}
        disabled={disabled}
        aria-describedby={[nameId, ...(chosen ? [chosenId] : []), ...(offline ? [offlineId] : [])].join(' ')}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        onClick={() => onBuy(product)}
      >
        {packageTexts.buy(formatCents(product.price_cents))}
      </Button>
      {offline && (
        <p id={offlineId} className={styles.offline}>
          {packageTexts.offline}
        </p>
      )}
    </li>
  );
};

const PackageMark = ({ description }: { readonly description: string }) => {
  const label = readPackageLabel(description);
  if (label === 'popular') return <p className={styles.popular}>{packageTexts.popular}</p>;
  if (label === 'best-value') return <p className={styles.bestValue}>{packageTexts.bestValue}</p>;
  return (
    <p className={styles.description} dir="auto">
      {truncate(description, longestDescription)}
    </p>
  );
};
