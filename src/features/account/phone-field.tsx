import type { InputEvent } from 'react';
import { reformatPhone } from '#domain/phone.ts';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';

const format = ({ currentTarget: input, nativeEvent }: InputEvent<HTMLInputElement>) => {
  const { value, selectionStart } = input;
  const deletedAhead = nativeEvent.inputType === 'deleteContentForward';
  const edit = reformatPhone({ text: value, caret: selectionStart ?? value.length }, { deletedAhead });
  if (edit.text === value) return;
  input.value = edit.text;
  input.setSelectionRange(edit.caret, edit.caret);
};

/** A phone number that is formatted as (555) 123-4567 while it is typed. */
export const PhoneField = (props: Omit<TextFieldProps, 'type' | 'onInput'>) => (
  <TextField {...props} type="tel" onInput={format} />
);
