import type { ReactNode } from 'react';
import * as styles from './Badge.css.ts';

export interface BadgeProps {
  readonly tone: keyof typeof styles.badge;
  readonly children: ReactNode;
}

/** A short word about what it stands beside; the word says it all, the colour only helps. */
export const Badge = ({ tone, children }: BadgeProps) => (
  <span className={styles.badge[tone]}>{children}</span>
);
