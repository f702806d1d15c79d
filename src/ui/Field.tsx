import { type ReactNode, useId } from 'react';
import * as styles from './Field.css.ts';

export interface FieldTexts {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; null or undefined while it is valid or untouched. */
  readonly error?: string | null | undefined;
}

interface FieldWiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps extends FieldTexts {
  readonly id: string | undefined;
  readonly describedBy: string | undefined;
  readonly children: (wiring: FieldWiring) => ReactNode;
}

export const Field = ({ label, hint, error, id, describedBy, children }: FieldProps) => {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = hint ? `${controlId}-hint` : null;
  const errorId = error ? `${controlId}-error` : null;
  return (
    <div className={styles.field}>
      <div className={styles.heading}>
        <label className={styles.label} htmlFor={controlId}>
          {label}
        </label>
        {hintId && (
          <p id={hintId} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
      {children({
        id: controlId,
        'aria-describedby': [errorId, hintId, describedBy].filter(Boolean).join(' ') || undefined,
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
