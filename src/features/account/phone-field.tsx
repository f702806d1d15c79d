import type { SyntheticEvent } from 'react';
import { reformatPhone } from '#domain/phone.ts';
import { reformatInput } from '#features/shared/reformat-input.ts';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';

const format = ({ currentTarget: input, nativeEvent }: SyntheticEvent<HTMLInputElement>) =>
  reformatInput(input, nativeEvent, reformatPhone);

/** Formats the number as (555) 123-4567 while the visitor types. */
export const PhoneField = (props: Omit<TextFieldProps, 'type' | 'onInput' | 'onCompositionEnd'>) => (
  <TextField {...props} type="tel" onInput={format} onCompositionEnd={format} />
);
