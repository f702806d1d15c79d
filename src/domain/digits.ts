/** A text with its full-width characters, such as １ and ＋, as the narrow ones that they stand for. */
export const narrow = (text: string): string => text.normalize('NFKC');

/** The digits 0 to 9 of a text, in order and in either width. */
export const digitsOf = (text: string): string => narrow(text).replace(/\D/g, '');

/** What stands in a field after an edit. */
export interface TextEdit {
  readonly text: string;
  /** The place of the caret: how many characters stand before it. */
  readonly caret: number;
}

/** The place behind the first so many digits of a text; its end where there are fewer. */
export const placeAfterDigits = (text: string, digits: number): number => {
  let place = 0;
  for (let seen = 0; seen < digits && place < text.length; place += 1)
    if (/\d/.test(text.charAt(place))) seen += 1;
  return place;
};

/** The place behind the punctuation that stands at a place, if any does: before the next digit. */
export const placeBehindPunctuation = (text: string, place: number): number => {
  let behind = place;
  while (behind < text.length && /\D/.test(text.charAt(behind))) behind += 1;
  return behind;
};

/** How a text was edited. */
export interface EditKind {
  /** Something was deleted behind the caret, which has to get past the punctuation that comes back there. */
  readonly deletedAhead?: boolean;
}

/** The edit with another form of its digits: the caret stays behind the same digit, or at the end. */
export const reformatDigits = (
  { text, caret }: TextEdit,
  formatted: string,
  { deletedAhead = false }: EditKind = {},
): TextEdit => {
  if (caret === text.length) return { text: formatted, caret: formatted.length };
  const place = placeAfterDigits(formatted, digitsOf(text.slice(0, caret)).length);
  return { text: formatted, caret: deletedAhead ? placeBehindPunctuation(formatted, place) : place };
};
