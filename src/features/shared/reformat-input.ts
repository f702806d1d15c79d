import type { EditKind, TextEdit } from '#domain/digits.ts';

/** Shows what an input holds in another form, while it is typed; `event` is the browser's own of this edit. */
export const reformatInput = (
  input: HTMLInputElement,
  event: Event,
  reformat: (edit: TextEdit, kind: EditKind) => TextEdit,
): void => {
  // A change would break what an input method is composing; its end reports once more.
  if (event instanceof InputEvent && event.isComposing) return;
  const { value, selectionStart } = input;
  const deletedAhead = event instanceof InputEvent && event.inputType === 'deleteContentForward';
  const { text, caret } = reformat({ text: value, caret: selectionStart ?? value.length }, { deletedAhead });
  if (text === value) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
};
