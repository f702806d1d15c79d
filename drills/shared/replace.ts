/** Replaces each key. @throws {Error} if the text lacks a key: the file has changed, so update the drill */
export const replaceAll = (text: string, replacements: Readonly<Record<string, string>>): string => {
  let replaced = text;
  for (const [from, to] of Object.entries(replacements)) {
    if (!replaced.includes(from)) throw new Error(`The file has nothing that reads: ${from}`);
    replaced = replaced.replaceAll(from, to);
  }
  return replaced;
};
