/** Replaces full-width characters, such as １ and ＋, with their ASCII forms. */
export const narrow = (text: string): string => text.normalize('NFKC');

/** The digits 0 to 9, full-width ones included. */
export const digitsOf = (text: string): string => narrow(text).replace(/\D/g, '');

export interface TextEdit {
  readonly text: string;
  readonly caret: number;
}

export interface EditKind {
  /** True after a forward delete: the caret must also skip the punctuation that formatting puts back. */
  readonly deletedAhead?: boolean;
}

/** The text with its caret after the first `digits` digits, or at its end. */
export const withCaretAfter = (text: string, digits: number, { deletedAhead }: EditKind): TextEdit => {
  const before = new RegExp(`^(?:\\D*\\d){0,${digits}}${deletedAhead ? '\\D*' : ''}`);
  return { text, caret: before.exec(text)?.[0].length ?? 0 };
};

/** Replaces the text with `formatted`. The caret stays after the same digit, or at the end. */
export const reformatDigits = (
  { text, caret }: TextEdit,
  formatted: string,
  kind: EditKind = {},
): TextEdit =>
  caret === text.length
    ? { text: formatted, caret: formatted.length }
    : withCaretAfter(formatted, digitsOf(text.slice(0, caret)).length, kind);
