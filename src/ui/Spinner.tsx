import { classNames } from './class-names.ts';
import * as styles from './Spinner.css.ts';
import { ring } from './Spinner.css.ts';

export const Spinner = ({ label }: { readonly label: string }) => (
  <div className={styles.spinner} role="status">
    <span className={classNames(ring, styles.coin)} aria-hidden="true" />
    <span>{label}</span>
  </div>
);
