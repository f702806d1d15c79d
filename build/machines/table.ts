export const code = (text: string): string => `\`${text}\``;

/** Lines in a table's cell, each once. */
export const lines = (texts: readonly string[]): string => [...new Set(texts)].join('<br>');

/** A table in Markdown. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
};
