import type { ComponentProps } from 'react';
import * as styles from './VisuallyHidden.css.ts';

export const VisuallyHidden = (props: ComponentProps<'span'>) => (
  <span {...props} className={styles.visuallyHidden} />
);
