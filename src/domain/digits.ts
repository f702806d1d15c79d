/** Replaces full-width characters, such as １ and ＋, with their ASCII forms. */
export const narrow = (text: string): string => text.normalize('NFKC');

/** The digits 0 to 9, full-width ones included. */
export const digitsOf = (text: string): string => narrow(text).replace(/\D/g, '');

export interface TextEdit {
  readonly text: string;
  readonly caret: number;
}

/** The index after the first `digits` digits, or the end of the text. */
export const placeAfterDigits = (text: string, digits: number): number => {
  let place = 0;
  for (let seen = 0; seen < digits && place < text.length; place += 1)
    if (/\d/.test(text.charAt(place))) seen += 1;
  return place;
};

/** Moves an index past any punctuation to the next digit. */
export const placeBehindPunctuation = (text: string, place: number): number => {
  let behind = place;
  while (behind < text.length && /\D/.test(text.charAt(behind))) behind += 1;
  return behind;
};

export interface EditKind {
  /** True after a forward delete: the caret must also skip the punctuation that formatting puts back. */
  readonly deletedAhead?: boolean;
}

/** Replaces the text with `formatted`. The caret stays after the same digit, or at the end. */
export const reformatDigits = (
  { text, caret }: TextEdit,
  formatted: string,
  { deletedAhead = false }: EditKind = {},
): TextEdit => {
  if (caret === text.length) return { text: formatted, caret: formatted.length };
  const place = placeAfterDigits(formatted, digitsOf(text.slice(0, caret)).length);
  return { text: formatted, caret: deletedAhead ? placeBehindPunctuation(formatted, place) : place };
};
