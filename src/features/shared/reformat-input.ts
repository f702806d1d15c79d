import type { EditKind, TextEdit } from '#domain/digits.ts';
import { reformatPhone } from '#domain/phone.ts';

type Reformat = (edit: TextEdit, kind: EditKind) => TextEdit;

/** Returns a ref callback that reformats an input during typing, before the form's own listeners run. */
export const reformatInput = (reformat: Reformat) => (input: HTMLInputElement) => {
  const onEdit = (event: Event) => {
    // Changing the value would interrupt an IME. A `compositionend` event follows.
    if (event instanceof InputEvent && event.isComposing) return;
    const { value, selectionStart } = input;
    const deletedAhead = event instanceof InputEvent && event.inputType === 'deleteContentForward';
    const edit = { text: value, caret: selectionStart ?? value.length };
    const { text, caret } = reformat(edit, { deletedAhead });
    if (text === value) return;
    input.value = text;
    input.setSelectionRange(caret, caret);
  };
  const listening = new AbortController();
  for (const type of ['input', 'compositionend'])
    input.addEventListener(type, onEdit, { signal: listening.signal });
  return () => listening.abort();
};

/** Formats the number as (555) 123-4567. */
export const reformatPhoneInput = reformatInput(reformatPhone);
