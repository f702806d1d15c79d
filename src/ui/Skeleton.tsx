import { classNames } from './class-names.ts';
import * as styles from './Skeleton.css.ts';

export interface SkeletonProps {
  readonly width?: keyof typeof styles.widths;
  readonly height?: keyof typeof styles.heights;
}

/** Renders a placeholder for loading content. Its region sets `aria-busy`. */
export const Skeleton = ({ width = 'full', height = 'line' }: SkeletonProps) => (
  <span
    className={classNames(styles.skeleton, styles.widths[width], styles.heights[height])}
    aria-hidden="true"
  />
);
