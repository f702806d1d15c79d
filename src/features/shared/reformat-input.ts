import type { EditKind, TextEdit } from '#domain/digits.ts';
import { reformatPhone } from '#domain/phone.ts';

type Reformat = (edit: TextEdit, kind: EditKind) => TextEdit;

/** Reformats an input while the customer types. A ref, so that it comes before the form's own listeners. */
export const reformatInput = (reformat: Reformat) => (input: HTMLInputElement) => {
  const onEdit = (event: Event) => {
    // A change would disturb an input method (IME). Its `compositionend` event follows.
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
