import type { ReactNode } from 'react';
import { badge } from './Badge.css.ts';

/** A short word in favour of what it stands beside; the word says it all, the colour only helps. */
export const Badge = ({ children }: { readonly children: ReactNode }) => (
  <span className={badge}>{children}</span>
);
