import { narrow } from '#domain/digits.ts';

/** Maximum number of digits in a one-time code. */
export type CodeLength = 6 | 8;

/** Matches digits, optionally in groups separated by hyphens or whitespace. */
const groups = /\d+(?:[-\u2010-\u2015\s]\d+)*/g;

const keyword = /code|passcode|otp|pin\b/i;

const fits = (code: string, longest: CodeLength): boolean => code.length === 6 || code.length === longest;

/** Returns possible codes in a text: runs of digits with a code's length, or groups that add up to one. */
const findCodes = (text: string, longest: CodeLength) =>
  [...text.matchAll(groups)].flatMap(({ 0: chain, index }) => {
    const runs = [...chain.matchAll(/\d+/g)].filter(({ 0: run }) => fits(run, longest));
    if (runs.length > 0) return runs.map((run) => ({ code: run[0], at: index + run.index }));
    const code = chain.replace(/\D/g, '');
    return fits(code, longest) ? [{ code, at: index }] : [];
  });

/** Picks the code in a sentence with a keyword. Falls back to the first one after a keyword, then to any. */
const chooseCode = (text: string, longest: CodeLength): string | undefined => {
  for (const sentence of text.split(/[.!?;]\s|\n/)) {
    const found = findCodes(sentence, longest);
    const mention = sentence.search(keyword);
    if (mention !== -1 && found.length > 0)
      return (found.find(({ at }) => at > mention) ?? found.at(-1))?.code;
  }
  const found = findCodes(text, longest);
  const mention = text.search(keyword);
  return (found.find(({ at }) => mention !== -1 && at > mention) ?? found[0])?.code;
};

/**
 * Extracts a one-time code from typed or pasted text: `123-456`, `G-123456`, a message, digits of any script.
 * Without a whole code, returns the digits. Without digits, returns the text, which the service rejects.
 */
export const readCode = (text: string, longest: CodeLength = 6): string => {
  const typed = narrow(text);
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return typed.replace(/\s/g, '').slice(0, longest);
  return chooseCode(typed, longest) ?? digits.slice(0, longest);
};

export const isWholeCode = (text: string, longest: CodeLength): boolean =>
  /^\d+$/.test(text) && fits(text, longest);
