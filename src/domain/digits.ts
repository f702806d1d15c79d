const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Converts a digit of any script. Unicode lists each script's digits in order, in groups of ten. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (isDigit(start - 1)) start -= 1;
  return String((code - start) % 10);
};

/**
 * Replaces full-width characters such as １ and ＋, digits of any script and Arabic separators with their ASCII
 * forms, and no-break spaces with spaces. Removes invisible characters.
 */
export const narrow = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',');

/** Returns only the digits, as 0 to 9. Converts digits of any script to ASCII. */
export const digitsOf = (text: string): string => narrow(text).replace(/\D/g, '');

export interface TextEdit {
  readonly text: string;
  readonly caret: number;
}

export interface EditKind {
  /** Whether the edit was a forward delete. The caret then skips punctuation that formatting restores. */
  readonly deletedAhead?: boolean;
}

/** Places the caret after the first `digits` digits, or after the last digit if there are fewer. */
export const withCaretAfter = (text: string, digits: number, { deletedAhead }: EditKind): TextEdit => {
  const before = new RegExp(`^(?:\\D*\\d){0,${digits}}${deletedAhead ? '\\D*' : ''}`);
  return { text, caret: before.exec(text)?.[0].length ?? 0 };
};

/** Replaces the text with `formatted`. Keeps the caret after the same digit, or at the end. */
export const reformatDigits = (
  { text, caret }: TextEdit,
  formatted: string,
  kind: EditKind = {},
): TextEdit =>
  caret === text.length
    ? { text: formatted, caret: formatted.length }
    : withCaretAfter(formatted, digitsOf(text.slice(0, caret)).length, kind);
