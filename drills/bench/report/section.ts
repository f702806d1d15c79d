/**
 * A document with this content between the marks of the section of this name. Whatever stands outside of them stays, so
 * that others may have sections of their own; a document without the section gets it at its end.
 */
export const withSection = (document: string, name: string, content: string): string => {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const section = `${begin}\n\n${content.trim()}\n\n${end}`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 && to === -1) return `${document.trimEnd()}\n\n${section}\n`.trimStart();
  if (from === -1 || to < from) throw new Error(`The marks of the section ${name} are not a pair`);
  return document.slice(0, from) + section + document.slice(to + end.length);
};
