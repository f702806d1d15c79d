import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { control } from './Field.css.ts';
import { Field, type FieldTexts } from './Field.tsx';

export type TextFieldProps = FieldTexts & ComponentProps<'input'>;

export const TextField = ({ label, hint, error, className, ...native }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(wiring) => <input {...native} {...wiring} className={classNames(control, className)} />}
  </Field>
);
