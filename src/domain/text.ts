/** Truncates text to `limit` characters plus an ellipsis. Never splits a surrogate pair. */
export const truncate = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const characters = Array.from(text.slice(0, 2 * limit + 2));
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('')}…`;
};

/** Splits text after `.`, `!` or `?` followed by white space. */
export const sentencesOf = (text: string): readonly string[] =>
  text.replace(/([.!?])\s+/g, '$1\n').split('\n');
