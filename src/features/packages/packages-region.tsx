import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import type { Product } from '#contract/products.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import { creditsPerDollar, rankTiers, readPackageLabel, type Tier, totalCredits } from '#domain/packages.ts';
import { truncate } from '#domain/text.ts';
import { useApp, useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { buyButtonId, focusHeading, headingIds } from '#features/shared/focus-targets.ts';
import { isText, onDevice } from '#features/shared/memory.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { canChoose, selectOpenPayment, selectPackage } from '#machines/purchase/checkout.selectors.ts';
import { packageTexts } from '#texts/dashboard.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import * as styles from './packages.css.ts';

/** `src/inline/prerendered.ts` reads it before the first paint. */
const manyPackages = onDevice('manyPackages', isText);

/** Shows the packages. The notice about the last purchase is below them, so that it doesn't move them. */
export const PackagesRegion = ({ notice }: { readonly notice: ReactNode }) => {
  const { creditsMeaning } = useApp();
  const { data, isPending, refetch } = useQuery(useCustomer().storeQuery('products'));
  return (
    <Region label={packageTexts.region} headingId={headingIds.packages} busy={isPending}>
      <p className={styles.facts}>
        {creditsMeaning && <span>{creditsMeaning}</span>} <span>{packageTexts.refundable}</span>
      </p>
      {isPending && <PackageSkeletons />}
      {data && <PackageGrid products={data} />}
      {!data && !isPending && (
        <div className={styles.none}>
          <RetryBanner text={packageTexts.unreadable} onRetry={refetch} />
        </div>
      )}
      {notice}
    </Region>
  );
};

const PackageGrid = ({ products }: { readonly products: readonly Product[] }) => {
  useRememberedRows(products.length > 3);
  if (products.length === 0) return <p className={styles.none}>{packageTexts.empty}</p>;
  const tiers = rankTiers(products.map(({ price_cents }) => price_cents));
  return (
    <ul className={styles.grid}>
      {products.map((product, index) => (
        <PackageCard key={product.id} product={product} tier={tiers[index] ?? 'silver'} />
      ))}
    </ul>
  );
};

/** Remembers whether the packages need more than one row. The next visit reserves their space at once. */
const useRememberedRows = (isMany: boolean): void => {
  const { memory } = useCustomer();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-many-packages', isMany);
    const rows = memory(manyPackages);
    if (isMany) rows.keep('');
    else rows.forget();
  }, [memory, isMany]);
};

const PackageSkeletons = () => (
  <div className={styles.grid} aria-hidden="true">
    {['1', '2', '3'].map((place) => (
      <div key={place} className={styles.blank} data-skeleton>
        <Skeleton width="short" height="title" />
        <Skeleton width="medium" height="title" />
        <div className={styles.buy}>
          <Skeleton height="control" />
        </div>
      </div>
    ))}
  </div>
);

const PackageCard = ({ product, tier }: { readonly product: Product; readonly tier: Tier }) => {
  const { checkout, warmUpCardFields } = useCustomer();
  const isHeld = !useCheckout(canChoose);
  const isChosen = useCheckout(selectPackage)?.id === product.id;
  const offline = !useOnline();
  const nameId = useId();
  const noteId = useId();
  const open = useCheckout(selectOpenPayment);
  const reason = offline && open !== 'paying' ? packageTexts.offline : open && packageTexts.open[open];
  const note = reason ?? (isChosen ? packageTexts.chosen : null);
  const price = formatCents(product.price_cents);
  const perDollar = creditsPerDollar(product);
  const buy = () => {
    checkout.send({ type: 'package.selected', product });
    // If this package's form is already open, move the focus there. Otherwise, this is a no-op.
    focusHeading('checkout');
  };
  return (
    <li className={styles.card[tier]} data-tier={tier} aria-current={isChosen || undefined}>
      <div className={styles.head}>
        <span className={styles.coins[tier]} aria-hidden="true" />
        <h3 id={nameId} className={styles.name} dir="auto">
          {truncate(product.name, 80)}
        </h3>
        <PackageMark description={product.description} />
      </div>
      <div className={styles.offer}>
        <p className={styles.credits}>{packageTexts.credits(formatCount(totalCredits(product)))}</p>
        <p className={styles.price}>{price}</p>
      </div>
      <p className={styles.worth}>
        {product.bonus_credits > 0 && (
          <Badge>
            {packageTexts.bonus(formatCount(product.credits), formatCount(product.bonus_credits))}
          </Badge>
        )}
        {perDollar !== null && <span>{packageTexts.perDollar(formatCount(perDollar))}</span>}
      </p>
      <Button
        id={buyButtonId(product.id)}
        className={styles.buy}
        disabled={isHeld}
        data-offline={offline ? '' : undefined}
        aria-describedby={note ? `${nameId} ${noteId}` : nameId}
        onPointerEnter={warmUpCardFields}
        onFocus={warmUpCardFields}
        onClick={buy}
      >
        {packageTexts.buy(price)}
      </Button>
      {note && (
        <p id={noteId} className={styles.note}>
          {note}
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
      {truncate(description, 160)}
    </p>
  );
};
