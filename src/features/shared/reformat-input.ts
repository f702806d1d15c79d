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
  const kinds = ['input', 'compositionend'] as const;
  for (const kind of kinds) input.addEventListener(kind, onEdit);
  return () => {
    for (const kind of kinds) input.removeEventListener(kind, onEdit);
  };
};

/** Formats the number as (555) 123-4567. */
export const reformatPhoneInput = reformatInput(reformatPhone);
