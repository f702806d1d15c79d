import type { ReactNode } from 'react';
import * as styles from './Banner.css.ts';

type BannerTone = keyof typeof styles.banner;

export interface BannerProps {
  readonly tone: BannerTone;
  readonly children: ReactNode;
}

const glyphs: Record<BannerTone, string> = { success: '✓', error: '!', info: 'i', warning: '!' };

/** A message that stays in the page. Errors interrupt a screen reader; the others wait for their turn. */
export const Banner = ({ tone, children }: BannerProps) => (
  <div className={styles.banner[tone]} role={tone === 'error' ? 'alert' : 'status'}>
    <span className={styles.glyph} aria-hidden="true">
      {glyphs[tone]}
    </span>
    <div className={styles.body}>{children}</div>
  </div>
);
