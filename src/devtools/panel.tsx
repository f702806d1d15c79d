import type { ReactNode } from 'react';
import * as styles from './machines.css.ts';

interface PanelProps {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

export const Panel = ({ id, title, hint, children }: PanelProps) => (
  <section className={styles.panel} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <p className={styles.hint}>{hint}</p>
    {children}
  </section>
);

export const Code = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
  <pre className={styles.code} tabIndex={0}>
    {text}
  </pre>
);
