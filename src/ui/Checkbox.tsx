import type { ComponentProps } from 'react';
import * as styles from './Checkbox.css.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string;
}

export const Checkbox = ({ label, ...native }: CheckboxProps) => (
  <label className={styles.label}>
    <input {...native} type="checkbox" className={styles.box} />
    <span>{label}</span>
  </label>
);
