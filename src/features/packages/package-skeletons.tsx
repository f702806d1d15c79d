import { Skeleton } from '#ui/Skeleton.tsx';
import { card } from './package-card.css.ts';
import * as styles from './packages.css.ts';

/** Three cards to come. */
export const PackageSkeletons = () => (
  <div className={styles.skeletons} aria-hidden="true">
    <PackageSkeleton />
    <PackageSkeleton />
    <PackageSkeleton />
  </div>
);

const PackageSkeleton = () => (
  <div className={card.silver} data-skeleton>
    <Skeleton width="short" />
    <Skeleton width="medium" height="title" />
    <Skeleton width="long" height="title" />
    <Skeleton height="control" />
  </div>
);
