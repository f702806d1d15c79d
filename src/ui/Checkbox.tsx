import { type ComponentProps, useId } from 'react';
import * as styles from './Checkbox.css.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string;
  readonly hint?: string;
}

export const Checkbox = ({ label, hint, ...native }: CheckboxProps) => {
  const hintId = useId();
  return (
    <div>
      <label className={styles.label}>
        <input
          {...native}
          type="checkbox"
          className={styles.box}
          {...(hint && { 'aria-describedby': hintId })}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
};
