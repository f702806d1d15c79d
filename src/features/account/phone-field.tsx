import type { SyntheticEvent } from 'react';
import { reformatPhone } from '#domain/phone.ts';
import { reformatInput } from '#features/shared/reformat-input.ts';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';

const format = ({ currentTarget: input, nativeEvent }: SyntheticEvent<HTMLInputElement>) =>
  reformatInput(input, nativeEvent, reformatPhone);

/** A phone number that is formatted as (555) 123-4567 while it is typed. */
export const PhoneField = (props: Omit<TextFieldProps, 'type' | 'onInput' | 'onCompositionEnd'>) => (
  <TextField {...props} type="tel" onInput={format} onCompositionEnd={format} />
);
