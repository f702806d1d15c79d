import type { ComponentProps } from 'react';
import * as styles from './Card.css.ts';
import { classNames } from './class-names.ts';

/** A raised surface. */
export const Card = ({ className, ...native }: ComponentProps<'div'>) => (
  <div {...native} className={classNames(styles.card, className)} />
);
