import { digitsOf } from '#domain/digits.ts';

/** Shows another form of the same digits in an input, with the caret behind the same digit. */
export const reformatInput = (input: HTMLInputElement, formatted: string): void => {
  if (formatted === input.value) return;
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret === input.value.length;
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length;
  input.value = formatted;
  const place = atEnd ? formatted.length : placeBehind(formatted, digitsBefore);
  input.setSelectionRange(place, place);
};

const placeBehind = (text: string, digits: number): number => {
  let place = 0;
  for (let seen = 0; seen < digits && place < text.length; place += 1) {
    if (digitsOf(text.charAt(place)) !== '') seen += 1;
  }
  return place;
};
