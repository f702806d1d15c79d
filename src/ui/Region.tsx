import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import * as styles from './Region.css.ts';

export interface RegionProps {
  readonly label: string;
  /** Id of the heading, for code that focuses the heading. */
  readonly headingId?: string;
  readonly busy?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export const Region = ({ label, headingId, busy = false, className, children }: RegionProps) => {
  const ownId = useId();
  const id = headingId ?? ownId;
  return (
    <section className={classNames(styles.region, className)} aria-labelledby={id} aria-busy={busy}>
      <h2 className={styles.heading} id={id} tabIndex={-1}>
        {label}
      </h2>
      {children}
    </section>
  );
};
