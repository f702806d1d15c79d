import type { ReactNode } from 'react';
import { badge } from './Badge.css.ts';

export const Badge = ({ children }: { readonly children: ReactNode }) => (
  <span className={badge}>{children}</span>
);
