import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Product } from '#contract/products.ts';
import { rankTiers } from '#domain/packages.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusHeading, headingIds } from '#features/shared/focus-targets.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { canChoose, selectPackage } from '#machines/purchase/checkout.selectors.ts';
import { packageTexts } from '#texts/dashboard.ts';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PackageCard } from './package-card.tsx';
import * as styles from './packages.css.ts';

/** The packages, above a notice about the last purchase, so that the notice doesn't move them. */
export const PackagesRegion = ({ notice }: { readonly notice: ReactNode }) => {
  const { data, isPending, refetch } = useQuery(useCustomer().storeQuery('products'));
  return (
    <Region label={packageTexts.region} headingId={headingIds.packages} busy={isPending}>
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
  const { checkout, warmUpCardFields } = useCustomer();
  const disabled = !useCheckout(canChoose);
  const chosen = useCheckout(selectPackage);
  const online = useOnline();
  if (products.length === 0) return <p className={styles.none}>{packageTexts.empty}</p>;

  const tiers = rankTiers(products.map(({ price_cents }) => price_cents));
  const buy = (product: Product) => {
    checkout.send({ type: 'package.selected', product });
    // Without an open form this does nothing; otherwise it returns to the same package's form.
    focusHeading('checkout');
  };
  return (
    <ul className={styles.grid} data-many={products.length > 3}>
      {products.map((product, index) => (
        <PackageCard
          key={product.id}
          product={product}
          tier={tiers[index] ?? 'silver'}
          chosen={product.id === chosen?.id}
          disabled={disabled}
          offline={!online}
          onBuy={buy}
          onApproach={warmUpCardFields}
        />
      ))}
    </ul>
  );
};

const PackageSkeletons = () => (
  <div className={styles.grid} aria-hidden="true">
    <PackageSkeleton />
    <PackageSkeleton />
    <PackageSkeleton />
  </div>
);

const PackageSkeleton = () => (
  <div className={styles.blank} data-skeleton>
    <div className={styles.description}>
      <Skeleton width="short" height="title" />
    </div>
    <div className={styles.name}>
      <Skeleton width="short" />
    </div>
    <div className={styles.credits}>
      <Skeleton width="medium" height="title" />
    </div>
    <div className={styles.buy}>
      <Skeleton height="control" />
    </div>
  </div>
);
