import { classNames } from './class-names.ts';
import * as styles from './Skeleton.css.ts';

export interface SkeletonProps {
  readonly width?: keyof typeof styles.widths;
  readonly height?: keyof typeof styles.heights;
}

/** A placeholder for loading content. Its region carries `aria-busy`. */
export const Skeleton = ({ width = 'full', height = 'line' }: SkeletonProps) => (
  <span
    className={classNames(styles.skeleton, styles.widths[width], styles.heights[height])}
    aria-hidden="true"
  />
);
