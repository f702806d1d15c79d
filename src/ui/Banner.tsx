import type { ReactNode } from 'react';
import * as styles from './Banner.css.ts';

export interface BannerProps {
  readonly tone: keyof typeof styles.banner;
  readonly children: ReactNode;
}

/** Shows a persistent message. Screen readers announce errors immediately and other tones when idle. */
export const Banner = ({ tone, children }: BannerProps) => (
  <div className={styles.banner[tone]} role={tone === 'error' ? 'alert' : 'status'}>
    <div className={styles.body}>{children}</div>
  </div>
);
