import type { EditKind, TextEdit } from '#domain/digits.ts';

/** Shows what an input holds in another form, while it is typed; `event` is the browser's own of this edit. */
export const reformatInput = (
  input: HTMLInputElement,
  event: Event,
  reformat: (edit: TextEdit, kind: EditKind) => TextEdit,
): void => {
  const { value, selectionStart } = input;
  const deletedAhead = event instanceof InputEvent && event.inputType === 'deleteContentForward';
  const { text, caret } = reformat({ text: value, caret: selectionStart ?? value.length }, { deletedAhead });
  if (text === value) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
};
