import type { EditKind, TextEdit } from '#domain/digits.ts';

/** Reformats an input while the customer types; `event` is the native event. */
export const reformatInput = (
  input: HTMLInputElement,
  event: Event,
  reformat: (edit: TextEdit, kind: EditKind) => TextEdit,
): void => {
  // A change would disturb an input method (IME). Its `compositionend` event follows.
  if (event instanceof InputEvent && event.isComposing) return;
  const { value, selectionStart } = input;
  const deletedAhead = event instanceof InputEvent && event.inputType === 'deleteContentForward';
  const { text, caret } = reformat({ text: value, caret: selectionStart ?? value.length }, { deletedAhead });
  if (text === value) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
};
