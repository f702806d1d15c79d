/** The text, cut to `limit` characters and an ellipsis when it is longer. Never cuts a character in two. */
export const truncate = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const characters = Array.from(text.slice(0, 2 * limit + 2));
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('')}…`;
};
