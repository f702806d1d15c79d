import type { ComponentProps } from 'react';
import { control } from './Field.css.ts';
import { Field, type FieldTexts } from './Field.tsx';
import * as styles from './SelectField.css.ts';

export interface SelectFieldProps
  extends FieldTexts,
    Omit<ComponentProps<'select'>, 'children' | 'className'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Text shown while no option is selected. Its value is the empty string. */
  readonly placeholder?: string;
}

export const SelectField = ({ label, hint, error, options, placeholder, ...native }: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(wiring) => (
      <div className={styles.box}>
        <select {...native} {...wiring} className={`${control} ${styles.select}`}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <span className={styles.arrow} aria-hidden="true" />
      </div>
    )}
  </Field>
);
