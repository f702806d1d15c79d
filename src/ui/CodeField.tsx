import type { SyntheticEvent } from 'react';
import { code } from './CodeField.css.ts';
import { classNames } from './class-names.ts';
import { type CodeLength, isWholeCode, readCode } from './read-code.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface CodeFieldProps
  extends Omit<TextFieldProps, 'type' | 'maxLength' | 'onPaste' | 'onDrop' | 'onInput' | 'onCompositionEnd'> {
  /** Maximum length of the codes that the service sends. Six digits always count as a code. */
  readonly longest?: CodeLength;
}

const insert = (event: SyntheticEvent<HTMLInputElement>, data: DataTransfer, longest: CodeLength): void => {
  event.preventDefault();
  const input = event.currentTarget;
  const { value, selectionStart, selectionEnd } = input;
  const start = selectionStart ?? value.length;
  const end = selectionEnd ?? value.length;
  const inserted = readCode(data.getData('text'), longest);
  // A whole code replaces the field's value.
  if (isWholeCode(inserted, longest)) input.value = inserted;
  else input.setRangeText(inserted.slice(0, longest - (value.length - (end - start))), start, end, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Renders a field without `maxlength`, which would truncate a pasted message before its code is found. */
export const CodeField = ({ className, longest = 6, ...native }: CodeFieldProps) => {
  const tidy = ({ currentTarget: input, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
    const tidied = readCode(input.value, longest);
    if (tidied !== input.value) input.value = tidied;
  };
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...native}
      className={classNames(code, className)}
      onPaste={(event) => insert(event, event.clipboardData, longest)}
      onDrop={(event) => insert(event, event.dataTransfer, longest)}
      onInput={tidy}
      onCompositionEnd={tidy}
    />
  );
};
