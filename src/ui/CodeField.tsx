import type { ClipboardEvent } from 'react';
import { code } from './CodeField.css.ts';
import { classNames } from './class-names.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

export type CodeFieldProps = Omit<TextFieldProps, 'type' | 'maxLength' | 'onPaste'>;

const codeLength = 6;

const tidy = (text: string): string => text.replace(/\s/g, '').slice(0, codeLength);

/** The input limits a paste before its spaces are gone, so the clipboard is tidied first. */
const pasteTidied = (event: ClipboardEvent<HTMLInputElement>) => {
  event.preventDefault();
  const input = event.currentTarget;
  const { value, selectionStart, selectionEnd } = input;
  const start = selectionStart ?? value.length;
  const end = selectionEnd ?? value.length;
  const pasted = tidy(event.clipboardData.getData('text')).slice(
    0,
    codeLength - (value.length - (end - start)),
  );
  input.setRangeText(pasted, start, end, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

/** A one-time code of six digits in one input. Spaces never get in; what is not a digit is for the service to refuse. */
export const CodeField = ({ className, onInput, ...native }: CodeFieldProps) => {
  const tidyInput: NonNullable<TextFieldProps['onInput']> = (event) => {
    const input = event.currentTarget;
    const tidied = tidy(input.value);
    if (tidied !== input.value) input.value = tidied;
    onInput?.(event);
  };
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...native}
      maxLength={codeLength}
      className={classNames(code, className)}
      onPaste={pasteTidied}
      onInput={tidyInput}
    />
  );
};
