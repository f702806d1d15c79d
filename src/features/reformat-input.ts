import type { TextEdit } from '#domain/digits.ts';

/** Shows what an input holds in another form, while it is typed. */
export const reformatInput = (input: HTMLInputElement, reformat: (edit: TextEdit) => TextEdit): void => {
  const { value, selectionStart } = input;
  const { text, caret } = reformat({ text: value, caret: selectionStart ?? value.length });
  if (text === value) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
};
