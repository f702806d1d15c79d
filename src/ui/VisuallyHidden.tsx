import type { ComponentProps } from 'react';
import * as styles from './VisuallyHidden.css.ts';

/** Text for screen readers only. */
export const VisuallyHidden = (props: ComponentProps<'span'>) => (
  <span {...props} className={styles.visuallyHidden} />
);
