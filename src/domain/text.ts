/** The text, cut to `limit` characters and an ellipsis when it is longer. Never cuts a character in two. */
export const truncate = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const characters = Array.from(text.slice(0, 2 * limit + 2));
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('')}…`;
};

/** The sentences of a text. Splits after a full stop, an exclamation or a question mark that white space follows. */
export const sentencesOf = (text: string): readonly string[] =>
  text.replace(/([.!?])\s+/g, '$1\n').split('\n');
