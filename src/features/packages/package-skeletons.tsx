import { Skeleton } from '#ui/Skeleton.tsx';
import { blank, credits, description, name } from './package-card.css.ts';
import * as styles from './packages.css.ts';

/** Three cards to come. */
export const PackageSkeletons = () => (
  <div className={styles.grid} aria-hidden="true">
    <PackageSkeleton />
    <PackageSkeleton />
    <PackageSkeleton />
  </div>
);

const PackageSkeleton = () => (
  <div className={blank} data-skeleton>
    <div className={description}>
      <Skeleton width="short" height="title" />
    </div>
    <div className={name}>
      <Skeleton width="short" />
    </div>
    <div className={credits}>
      <Skeleton width="medium" height="title" />
    </div>
    <div className={styles.button}>
      <Skeleton height="control" />
    </div>
  </div>
);
