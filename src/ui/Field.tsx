import { type AriaAttributes, type ReactNode, useId } from 'react';
import * as styles from './Field.css.ts';

export interface FieldTexts {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; null or undefined while it's valid or untouched. */
  readonly error?: string | null | undefined;
}

type FieldWiring = { readonly id: string } & Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid'>;

interface FieldProps extends FieldTexts {
  readonly children: (wiring: FieldWiring) => ReactNode;
}

export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={styles.field}>
      <div className={styles.heading}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {hintId && (
          <p id={hintId} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
      {children({
        id,
        'aria-describedby': errorId && hintId ? `${errorId} ${hintId}` : (errorId ?? hintId),
        'aria-invalid': error ? true : undefined,
      })}
      {errorId && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
};
